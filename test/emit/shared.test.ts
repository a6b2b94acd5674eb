import path from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import {
  emitRevision,
  emitRevisions,
  type EmitOptions,
  type EmittedFile,
} from "../../src/emit/index.ts";
import { everything } from "../support/emitted.ts";
import { protocolOf, revisionProtocols } from "../support/protocols.ts";
import { folderOf } from "../support/typescript.ts";

const protocols = await revisionProtocols();

function together(
  options: Partial<EmitOptions> = {},
  spoken = protocols,
): EmittedFile[] {
  const chosen = { ...everything, ...options };
  const { revisions, shared } = emitRevisions(spoken, chosen);
  return [...revisions.flatMap(({ files }) => files), ...shared];
}

const js = { target: "js", emit: ["types", "guards"] } as const;

type Guards = Readonly<Record<string, unknown>>;

async function importGuards(folder: string, revision: string): Promise<Guards> {
  const file = path.join(folder, revision, "guards.js");
  return (await import(pathToFileURL(file).href)) as Guards;
}

/** A value of each JSON type, and some that guards look into. */
const values: unknown[] = [
  null,
  true,
  1.5,
  "user",
  [],
  {},
  { type: "text", text: "a", _meta: 7 },
  { type: "text", text: "a", annotations: { audience: ["user", 1] } },
  { name: "a", inputSchema: { type: "object", properties: { a: 1 } } },
  { method: "tools/call", params: { name: 1 } },
  { jsonrpc: "2.0", id: 1, method: "ping", params: { _meta: [] } },
  { jsonrpc: "2.0", id: [], result: {} },
  { progressToken: {}, progress: 1 },
];

describe("guards of several revisions", () => {
  test("say the same as those of each alone, by the same names", async () => {
    const folder = folderOf(together(js));
    const options = { ...everything, ...js };
    for (const protocol of protocols) {
      const { revision } = protocol;
      const alone = folderOf(emitRevision(protocol, options).files);
      const wanted = await importGuards(alone, revision);
      const found = await importGuards(folder, revision);
      expect(Object.keys(found).sort()).toEqual(Object.keys(wanted).sort());
      expect(told(found)).toEqual(told(wanted));
    }
  });

  test("stand once where they are the same to the letter", () => {
    const files = together().filter(({ path }) => path.endsWith("/guards.ts"));
    const count = (head: string): string[] =>
      files.filter(({ text }) => text.includes(head)).map(({ path }) => path);
    const newest = protocols
      .map(({ revision }) => revision)
      .sort()
      .at(-1);
    expect(count("function takeIssue(")).toEqual([
      `shared/${newest}/guards.ts`,
    ]);
    expect(count("function checkRole(")).toEqual([
      `shared/${newest}/guards.ts`,
    ]);
    expect(count("function checkTool(").length).toBeGreaterThan(1);
  });

  test("find each other by any extension", () => {
    const options = { emit: ["types", "guards"], importExtension: ".ts" };
    const files = together(options as Partial<EmitOptions>);
    const [shared] = files.filter(({ path }) => path.startsWith("shared/"));
    expect(shared?.text).toContain('/types.ts"');
  });
});

test("a revision alone shares nothing", () => {
  // The newest; the others are in the CI tier.
  const [protocol] = protocols.slice(-1);
  if (protocol === undefined) throw new Error("there is no revision");
  const { files } = emitRevision(protocol, everything);
  expect(together({}, [protocol])).toEqual(files);
});

const pair = (older: string, newer: string) => [
  protocolOf(older, "a"),
  protocolOf(newer, "b"),
];

/** The names of what two schemas share. */
function sharedNames(older: string, newer: string): string[] {
  const { shared } = emitRevisions(pair(older, newer), everything);
  return shared.flatMap(({ text }) =>
    [...text.matchAll(/export function is(\w+)/g)].map(([, name]) => `${name}`),
  );
}

describe("a guard is shared", () => {
  const inner = "export interface Inner { a?: string }";
  const outer = "export interface Outer { inner: Inner }";

  test("with all that it refers to", () => {
    expect(sharedNames(inner + outer, outer + inner)).toEqual([
      "Outer",
      "Inner",
    ]);
  });

  test("not where something that it refers to differs", () => {
    const changed = "export interface Inner { a?: number }";
    expect(sharedNames(inner + outer, changed + outer)).toEqual([]);
  });

  test("whatever its comments say", () => {
    const commented = `/** Says something. @category X */ ${inner}`;
    expect(sharedNames(inner, commented)).toEqual(["Inner"]);
  });

  test("also where its type contains itself", () => {
    const tree = "export interface Tree { children: Tree[] }";
    expect(sharedNames(tree, tree)).toEqual(["Tree"]);
  });

  test("not where its type is another to the compiler", () => {
    const alias = "export type Inner = { a?: string };";
    expect(sharedNames(inner, alias)).toEqual([]);
    const named = 'export enum Named { A = "a" }';
    expect(sharedNames(named, named)).toEqual([]);
  });
});

/** What each guard says of each value. */
function told(guards: Guards): unknown[] {
  const sorted = Object.entries(guards).sort(([a], [b]) => (a < b ? -1 : 1));
  return sorted.flatMap(([name, guard]) =>
    typeof guard === "function"
      ? values.map((value) => [name, value, guard(value)])
      : [[name, guard]],
  );
}
