import { Ajv2020 } from "ajv/dist/2020.js";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { generate } from "../../src/index.ts";
import type { Protocol } from "../../src/schema/model/index.ts";
import { runtimeFiles } from "../../src/project/api/runtime.ts";
import { emitFiles, everything } from "../support/emitted.ts";
import {
  hostileSchema,
  keys,
  oddKeys,
  payloads,
  withHostileProse,
} from "../support/hostile.ts";
import { protocolOf } from "../support/protocols.ts";
import { lastingFolderOf, runNode } from "../support/typescript.ts";

const protocol = protocolOf(hostileSchema());

const prosaic = { ...withHostileProse(protocol), revision: "prose" };

test.each<[string, Protocol]>([
  ["a hostile schema", protocol],
  ["hostile prose", prosaic],
])(
  "%s runs as JavaScript without running what it holds",
  async (_, hostile) => {
    const { code, output } = await runGuards(hostile, []);
    expect({ code, output: JSON.parse(output) }).toEqual({
      code: 0,
      output: { canary: 0, polluted: [], verdicts: [] },
    });
  },
);

test("the canary sings when its call stands in the code", async () => {
  const singing = { ...protocol, revision: "singing" };
  const { output } = await runGuards(singing, [], (text) =>
    text.replace("export ", "globalThis.canary();\nexport "),
  );
  expect(JSON.parse(output)).toMatchObject({ canary: 7 });
});

test("guards accept what the JSON Schema accepts", async () => {
  const samples = [...samplesOf(protocol)];
  const { output } = await runGuards(protocol, samples);
  const verdicts: boolean[] = JSON.parse(output).verdicts;
  const wanted = samples.map(judge(protocol));
  expect(verdicts).toHaveLength(wanted.length);
  expect(
    samples.filter((_, index) => verdicts[index] !== wanted[index]),
  ).toEqual([]);
  expect(wanted).toContain(true);
  expect(wanted).toContain(false);
});

test("guards judge the keys that ajv cannot", async () => {
  const right = oddKeys.map((key) => [key, key] as const);
  const samples = [
    right,
    ...oddKeys.flatMap((odd) => {
      const others = right.filter(([key]) => key !== odd);
      return [others, [...others, [odd, 1] as const]];
    }),
  ];
  const { output } = await runGuards(
    protocol,
    samples.map((entries) => ({
      type: "Odd",
      value: Object.fromEntries(entries),
    })),
  );
  const [first, ...others] = JSON.parse(output).verdicts;
  expect(first).toBe(true);
  expect(others).toEqual(oddKeys.flatMap(() => [false, false]));
});

test("literals and defaults keep their values", async () => {
  const folder = build(protocol);
  const script = `
    import * as types from "./test/types.js";
    const all = Array.from({ length: ${payloads.length} }, (_, i) => types["CONSTANT_" + i]);
    console.log(JSON.stringify([all, Object.entries(types.Enumeration)]));
  `;
  const { output } = await runNode(
    ["--input-type=module", "--eval", script],
    folder,
  );
  const [constants, members] = JSON.parse(output);
  expect(constants).toEqual(payloads);
  const values = members.map(([, value]: [string, string]) => value);
  expect([...values].sort()).toEqual(
    payloads.map((payload, index) => `${payload}${index}`).sort(),
  );
});

describe("paths", () => {
  const revisions = ["../out", "/etc", "a/b", "a\\b", "..", "CON", "C:x", "\0"];

  test.each(revisions)("%j is no revision", async (revision) => {
    const input = { protocols: [{ ...protocol, revision }] };
    await expect(generate(input)).rejects.toMatchObject({
      code: "unsafe-revision",
    });
  });

  test("stay inside the folder of the revision", () => {
    for (const { path: file } of emitFiles([protocol]))
      expect(file).toMatch(/^test\/[a-z]+(\.json|\.ts)$/);
  });
});

interface Sample {
  readonly type: string;
  readonly value: unknown;
}

/** Values of each hostile type, right ones and wrong ones. */
function* samplesOf({ declarations }: Protocol): Generator<Sample> {
  const named = Object.fromEntries(keys.map((key) => [key, key]));
  yield { type: "Named", value: named };
  yield { type: "Enumeration", value: "nothing of it" };
  yield { type: "Constrained", value: { pattern: '"${globalThis.canary()}' } };
  yield { type: "Constrained", value: { pattern: "" } };
  for (const [index, payload] of payloads.entries()) {
    const without = Object.entries(named).filter(([key]) => key !== payload);
    const wrong = [...without, [payload, 1]];
    yield { type: "Named", value: Object.fromEntries(without) };
    yield { type: "Named", value: Object.fromEntries(wrong) };
    yield { type: "Literals", value: payload };
    yield { type: "Literals", value: `${payload}!` };
    yield { type: "Constants", value: payload };
    yield { type: "Enumeration", value: `${payload}${index}` };
    for (const value of [index, index + 1])
      yield { type: "Tagged", value: { "'\"`tag": payload, value } };
    yield { type: "Keyed", value: Object.fromEntries([[payload, 1]]) };
    yield { type: "Keyed", value: Object.fromEntries([[payload, "1"]]) };
    const request = { jsonrpc: "2.0", id: 1, method: payload };
    for (const params of [Object.fromEntries([[payload, ""]]), {}])
      yield { type: `Hostile${index}Request`, value: { ...request, params } };
  }
  for (const { kind, name } of declarations)
    if (kind === "interface" && name !== "Odd")
      for (const value of [{ own: name }, { own: 1 }, {}, [], null])
        yield { type: name, value };
}

/** Whether ajv accepts a sample. */
function judge(hostile: Protocol): (sample: Sample) => boolean {
  const files = emitFiles([hostile], { emit: ["json-schema"] });
  const schema = JSON.parse(files[0]?.text ?? "");
  const ajv = new Ajv2020({
    strict: false,
    validateFormats: false,
    // Each type is compiled for a few values: to optimize its code would take longer.
    code: { optimize: false },
  });
  ajv.addSchema(schema);
  return ({ type, value }) => {
    const pointer = type.replaceAll("~", "~0").replaceAll("/", "~1");
    const ref = `${schema.$id}#/$defs/${encodeURIComponent(pointer)}`;
    // As the guards get it: from JSON, where `__proto__` is a key like others.
    const validate = ajv.getSchema(ref);
    if (validate === undefined) throw new Error(`no schema of ${type}`);
    return validate(JSON.parse(JSON.stringify(value))) === true;
  };
}

let root: string;
beforeAll(() => {
  // As JavaScript, so that no compiler has to make it.
  root = lastingFolderOf(runtimeFiles({ ...everything, target: "js" }));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const built = new Set<string>();

/**
 * Builds the JavaScript of a protocol in the folder that all tests share, once for each
 * revision. The runtime is beside it.
 */
function build(
  hostile: Protocol,
  change: (text: string) => string = (text) => text,
): string {
  if (built.has(hostile.revision)) return root;
  built.add(hostile.revision);
  mkdirSync(path.join(root, hostile.revision));
  for (const { path: file, text } of emitFiles([hostile], { target: "js" }))
    writeFileSync(
      path.join(root, file),
      file.endsWith(".js") ? change(text) : text,
    );
  return root;
}

/** Imports everything, and judges the samples with the guards. */
async function runGuards(
  hostile: Protocol,
  samples: readonly Sample[],
  change?: (text: string) => string,
): Promise<{ code: number | null; output: string }> {
  const folder = build(hostile, change);
  const texts = [
    { path: "samples.json", text: JSON.stringify(samples) },
    { path: "run.js", text: run(hostile) },
  ];
  for (const { path: file, text } of texts)
    writeFileSync(path.join(folder, file), text);
  return runNode(["run.js"], folder);
}

const run = ({ revision }: Protocol): string => `
import { readFileSync } from "node:fs";
let canary = 0;
globalThis.canary = () => ++canary;
const before = Reflect.ownKeys(Object.prototype);
const names = ["types", "guards", "standard", "dispatch", "server", "client", "index"];
for (const name of names) await import(\`./${revision}/\${name}.js\`);
const guards = await import("./${revision}/guards.js");
const samples = JSON.parse(readFileSync("samples.json", "utf8"));
const verdicts = samples.map(({ type, value }) => guards["is" + type](value));
for (const { type, value } of samples) guards["validate" + type](value);
const polluted = Reflect.ownKeys(Object.prototype).filter((key) => !before.includes(key));
console.log(JSON.stringify({ canary, polluted, verdicts }));
`;
