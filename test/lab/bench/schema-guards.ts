import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import standaloneCode from "ajv/dist/standalone/index.js";
import { readSchema } from "../../../src/schema/json-schema/index.ts";
import { exampleOf } from "../../../src/schema/json-schema/values/example-of.ts";
import type { SchemaDocument } from "../../../src/schema/model/json-schema.ts";
import { mutate, type Mutation } from "../../emit/guards/mutations.ts";
import { schemaGuardsText } from "../../emit/guards/schemas.ts";
import type { WildServer } from "../wild/wild.ts";
import { handWrittenTools } from "./hand-written-tools.ts";
import type { Folders } from "./main.ts";
import type { SchemaContest } from "./schema-contest.ts";
import type { Row, Table } from "./table.ts";

/** How many tools are measured, and values of each. */
const tools = 20;
const values = 32;

interface Subject {
  readonly name: string;
  /** The tool, as it is listed. */
  readonly title: string;
  readonly schema: object;
  readonly document: SchemaDocument;
  readonly hand?: string;
}

/** Guards of the arguments of tools, against ajv's code for them and checks by hand. */
export function schemaGuardTables({ repository, folder }: Folders): Table[] {
  const file = path.join(repository, "test/lab/wild/tools.json");
  const servers = JSON.parse(readFileSync(file, "utf8")) as WildServer[];
  const subjects = chosenTools(servers);
  writeModules(subjects, folder);
  return subjects.flatMap((subject) =>
    [true, false].map((valid): Table => ({
      title: `arguments of ${subject.title}${valid ? "" : ", wrong"}`,
      unit: "ns",
      rows: measured(subject, valid, folder),
    })),
  );
}

/** Of each server the tool that says most of its arguments, and those that are checked by hand. */
function chosenTools(servers: readonly WildServer[]): Subject[] {
  const all = servers.flatMap((server) =>
    server.tools.map((tool) => ({
      title: `${server.name.split("/").at(-1)}/${tool.name}`,
      server: server.name,
      schema: tool.inputSchema,
      size: JSON.stringify(tool.inputSchema).length,
    })),
  );
  const largest = all.toSorted((one, other) => other.size - one.size);
  const first = new Map(
    largest.toReversed().map((one) => [one.server, one] as const),
  );
  const byHand = all.filter(({ title }) => title in handWrittenTools);
  const chosen = new Set([...byHand, ...first.values()]);
  return [...chosen].slice(0, tools).map(({ title, schema }, index) => ({
    name: `Tool${index}`,
    title,
    schema,
    document: readSchema(schema),
    ...(title in handWrittenTools && { hand: title }),
  }));
}

function writeModules(subjects: readonly Subject[], folder: string): void {
  const write = (file: string, text: string): void =>
    writeFileSync(path.join(folder, file), text);
  write("schema-guards.mjs", schemaGuardsText(subjects));
  for (const { name, schema } of subjects)
    write(`schema-ajv-${name}.cjs`, ajvCode(schema));
}

function ajvCode(schema: object): string {
  const options = {
    strict: false,
    validateFormats: false,
    code: { source: true },
  };
  const { $schema = "" } = schema as { $schema?: string };
  const ajv = $schema.includes("draft-07")
    ? new Ajv(options)
    : new Ajv2020(options);
  return standaloneCode.default(ajv, ajv.compile(schema));
}

function measured(subject: Subject, valid: boolean, folder: string): Row[] {
  const { name, hand, document } = subject;
  const sources = {
    ...(hand !== undefined &&
      valid && {
        "by hand": `import { handWrittenTools } from "./hand-written-tools.mjs";
const check = handWrittenTools[${JSON.stringify(hand)}];`,
      }),
    "ajv standalone": `import check from "./schema-ajv-${name}.cjs";`,
    "mcp-gen is": `import { is${name} as check } from "./schema-guards.mjs";`,
  };
  const contest: SchemaContest = {
    values: valuesOf(document, valid),
    valid,
    contenders: Object.entries(sources).map(([contender, source], index) => {
      const file = path.join(folder, `schema-${name}-${index}.mjs`);
      writeFileSync(file, `${source}\n${loop}`);
      return { name: contender, file };
    }),
  };
  const task = path.join(folder, `schema-${name}.json`);
  writeFileSync(task, JSON.stringify(contest));
  const program = path.join(folder, "schema-contest.mjs");
  const output = execFileSync(process.execPath, [program, task]);
  const medians = JSON.parse(output.toString()) as Record<string, number>;
  return contest.contenders.map(({ name: contender }, index) => ({
    name: contender,
    median: medians[contender] ?? NaN,
    ...(contender === "mcp-gen is" && { aim: index === 2 ? 1.15 : 1 }),
  }));
}

/** Values that fit; or each of them with a change that makes it not fit. */
function valuesOf(document: SchemaDocument, valid: boolean): unknown[] {
  const fitting = Array.from({ length: values }, (_, seed) =>
    exampleOf(document, seed),
  );
  if (valid) return fitting;
  const wrong: Mutation["change"] = { kind: "replace", value: [[]] };
  return fitting.map((value, index) => {
    const at = 1 + (index % 3);
    return isFilled(value) ? mutate(value, { at, change: wrong }) : [[]];
  });
}

function isFilled(value: unknown): boolean {
  return Object.keys(Object(value)).length > 2;
}

const loop = `
export function accepted(values, times) {
  let count = 0;
  for (let time = 0; time < times; time++)
    for (let i = 0; i < values.length; i++) if (check(values[i])) count++;
  return count;
}
`;
