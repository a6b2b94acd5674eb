import { describe, expect, it, test } from "vitest";
import { deriveRevision } from "../../src/revisions/derive.ts";
import { describedPaths } from "../../src/schema/derive/descriptions.ts";
import type {
  Comment,
  Declaration,
  ObjectType,
  Protocol,
  Type,
} from "../../src/schema/model/index.ts";
import { holds, knownFacts } from "../../src/revisions/overrides/index.ts";
import { load } from "../../src/revisions/load.ts";
import { bundledRevisions } from "../../src/revisions/revisions.ts";
import { parseSchema } from "../../src/schema/parse/index.ts";
import { emitFiles } from "../support/emitted.ts";
import { officialProtocol, protocolOf } from "../support/protocols.ts";
import { needs } from "../support/official-files.ts";
import { officialRevisions } from "../support/spec.ts";

const protocols = await Promise.all(
  bundledRevisions()
    .filter(({ aliasOf }) => aliasOf === undefined)
    .map(({ id }) => load(id)),
);

/** What every message has; the editor shows what its base says of it. */
const envelope = /^[^.]+(Request|Notification)\.params$/u;
const response = /^[^.]+ResultResponse\.result$/u;

/** The types and the fields of which an editor would say nothing. */
function undescribed(protocol: Protocol): string[] {
  const [types] = emitFiles([protocol], { emit: ["types"] });
  const { declarations } = parseSchema({
    path: "types.ts",
    text: types?.text ?? "",
  });
  const said = new Set(
    declarations
      .filter(({ comment }) => comment?.text !== undefined)
      .map(({ name }) => name),
  );
  const inline = [...protocol.requests, ...protocol.notifications].flatMap(
    ({ params: { name, type } }) =>
      type === undefined ? [] : within(type, name),
  );
  const single = new Set([
    ...protocol.declarations.flatMap(singleValued),
    ...inline,
  ]);
  return [...describedPaths(protocol)]
    .map(([path]) => path)
    .filter((path) => !envelope.test(path) && !response.test(path))
    .filter((path) => !single.has(path))
    .filter(
      (path) => protocol.descriptions?.[path] === undefined && !said.has(path),
    );
}

/** The paths of properties that can have but one value, which says it itself. */
function singleValued(declaration: Declaration): string[] {
  if (declaration.kind === "interface")
    return ofBody(declaration, declaration.name);
  return declaration.kind === "alias"
    ? within(declaration.type, declaration.name)
    : [];
}

function ofBody({ properties }: Pick<ObjectType, "properties">, path: string) {
  return properties.flatMap(({ name, type }): string[] => {
    const inside = `${path}.${name}`;
    const isSingle = type.kind === "literal" || type.kind === "constant";
    return [...(isSingle ? [inside] : []), ...within(type, inside)];
  });
}

function within(type: Type, path: string): string[] {
  switch (type.kind) {
    case "object":
      return ofBody(type, path);
    case "array":
      return within(type.element, path);
    case "union":
    case "intersection":
      return type.members.flatMap((member) => within(member, path));
    default:
      return [];
  }
}

describe("descriptions", () => {
  it.each(protocols)("are of all that $revision has", (protocol) => {
    expect(undescribed(protocol)).toEqual([]);
  });

  it("are missed where there is none", () => {
    const { protocol } = deriveRevision(
      [
        {
          kind: "interface",
          name: "Tool",
          extends: [],
          properties: [
            { name: "name", type: { kind: "keyword", name: "string" } },
            { name: "color", type: { kind: "keyword", name: "string" } },
          ],
        },
      ],
      { revision: "2099-01-01" },
    );
    expect(undescribed(protocol)).toEqual(["Tool.color"]);
  });

  it("are of something that a revision has", () => {
    const paths = protocols.map((protocol) => ({
      revision: protocol.revision,
      described: new Set([...describedPaths(protocol)].flat()),
    }));
    const idle = knownFacts.descriptions.filter(
      (fact) =>
        !paths.some(
          ({ revision, described }) =>
            holds(fact, revision) && described.has(fact.of),
        ),
    );
    expect(idle).toEqual([]);
  });

  it("say one thing of each", () => {
    for (const { revision } of protocols) {
      const current = knownFacts.descriptions.filter((fact) =>
        holds(fact, revision),
      );
      const names = current.map(({ of }) => of);
      expect(names).toEqual([...new Set(names)]);
    }
  });

  it("are no line of a schema's own prose", needs("schemas"), () => {
    const theirs = new Set(
      officialRevisions().flatMap((revision) =>
        prose(officialProtocol(revision).declarations).flatMap(lines),
      ),
    );
    expect(theirs.size).toBeGreaterThan(500);
    const ours = knownFacts.descriptions.flatMap(({ text }) => lines(text));
    expect(ours.filter((line) => theirs.has(line))).toEqual([]);
  });
});

/** Sentences and lines of a text, as far as they say anything: case and marks are no difference. */
function lines(text: string): string[] {
  return text
    .split(/\n|(?<=[.:;])\s/u)
    .map((line) =>
      line
        .toLowerCase()
        .replaceAll(/[^a-z0-9]+/gu, " ")
        .trim(),
    )
    .filter((line) => line.split(" ").length > 2);
}

function prose(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, entry]) =>
    key === "comment"
      ? [(entry as Comment).text ?? "", (entry as Comment).deprecated ?? ""]
      : prose(entry),
  );
}

const schema = `
  export interface Request { method: string; params?: { [key: string]: unknown } }
  export interface JSONRPCRequest extends Request { jsonrpc: "2.0"; id: string }
  export interface Result { _meta?: { [key: string]: unknown } }
  /**
   * Waters one plant.
   *
   * Waits until the soil is wet.
   *
   * @example { "plant": "fern" }
   */
  export interface WaterRequest extends JSONRPCRequest {
    method: "plants/water";
    params: {
      /** Which plant is thirsty. */
      plant: string;
    };
  }
  /** How wet the soil is. */
  export interface WaterResult extends Result {
    /** From dry to swamp. */
    level: number;
  }
  export interface ListToolsRequest extends JSONRPCRequest { method: "tools/list" }
  export interface ListToolsResult extends Result { tools: string[] }
  export type ClientRequest = WaterRequest | ListToolsRequest;
  export type ServerResult = WaterResult | ListToolsResult;
`;

test("the words of a schema reach types, handlers and client methods", () => {
  const files = emitFiles([protocolOf(schema, "2099-01-01")], {
    emit: ["types", "guards", "dispatch", "server", "client"],
  });
  const text = (name: string): string =>
    files.find(({ path }) => path.endsWith(`/${name}.ts`))?.text ?? "";
  for (const name of ["server", "client"]) {
    expect(text(name)).toContain("`plants/water`: Waters one plant.");
    expect(text(name)).toContain("Waits until the soil is wet.");
    expect(text(name)).toContain('@example { "plant": "fern" }');
    // Where the schema is silent, what is known of the method.
    expect(text(name)).toContain("`tools/list`: Lists the tools");
  }
  expect(text("types")).toContain("/** From dry to swamp. */");
  expect(text("guards")).toContain("/** Which plant is thirsty. */");
});

test("without docs, nothing is said in any file", () => {
  const files = emitFiles([protocolOf(schema, "2099-01-01")], {
    emit: ["types", "guards", "dispatch", "server", "client", "protocol"],
    docs: false,
  });
  for (const { text } of files) {
    expect(text).not.toMatch(/thirsty|swamp|soil|Waters|Lists the tools/u);
  }
});
