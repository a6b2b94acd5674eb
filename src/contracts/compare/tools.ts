import {
  canonicalText,
  readSchema,
  SchemaError,
} from "../../schema/json-schema/index.ts";
import type { SchemaDocument } from "../../schema/model/index.ts";
import type { SnapshotTool } from "../snapshot/index.ts";
import { compareAnnotations, compareTasks } from "./annotations.ts";
import type { SnapshotChange, SnapshotWhere } from "./change.ts";
import { compareDetails } from "./details.ts";
import { changeOf, matchItems, withRenames, type ItemPair } from "./lists.ts";
import { compareSchemas } from "./schemas/compare.ts";
import { unorderedText } from "./schemas/unordered.ts";
import type { Difference, Way } from "./schemas/difference.ts";
import { createEffort, type Effort } from "./schemas/relation/index.ts";
import { schemaText } from "./schemas/text.ts";

/** What differs between two lists of tools. */
export function compareTools(
  before: readonly SnapshotTool[],
  after: readonly SnapshotTool[],
): SnapshotChange[] {
  const effort = createEffort();
  const { both, gone, come, renamed } = withRenames(
    matchItems(before, after, ({ name }) => name),
    bodyOf,
  );
  return [
    ...gone.map((tool) =>
      changeOf({
        ...placeOf(tool),
        kind: "removed",
        rule: "tool-removed",
        before: "",
      }),
    ),
    ...renamed.map((pair) =>
      changeOf({
        ...placeOf(pair.after),
        kind: "renamed",
        rule: "tool-renamed",
        before: pair.before.name,
        after: pair.after.name,
      }),
    ),
    ...both.flatMap((pair) => compareTool(pair, effort)),
    ...come.map((tool) =>
      changeOf({
        ...placeOf(tool),
        kind: "added",
        rule: "tool-added",
        after: "",
      }),
    ),
  ];
}

function placeOf({ name }: SnapshotTool) {
  return { subject: "tool", where: { list: "tools", name } } as const;
}

/** All but what it is called; a tool that says nothing else is like many. */
function bodyOf({ name, title, ...body }: SnapshotTool): string | undefined {
  const saysEnough = (body.description ?? "") !== "";
  return saysEnough ? canonicalText(body) : undefined;
}

function compareTool(
  { before, after }: ItemPair<SnapshotTool>,
  effort: Effort,
): SnapshotChange[] {
  return [
    ...compareInput({ before, after }, effort),
    ...compareOutput({ before, after }, effort),
    ...compareAnnotations(before, after),
    ...compareTasks(before, after),
    ...compareDetails(before, after, placeOf(after), [
      ...["name", "inputSchema", "outputSchema", "annotations", "execution"],
    ]),
  ];
}

function compareInput(
  { before, after }: ItemPair<SnapshotTool>,
  effort: Effort,
): SnapshotChange[] {
  const schemas = { before: before.inputSchema, after: after.inputSchema };
  return compareRead(schemas, "arguments", effort).map((difference) =>
    toChange(difference, after.name, "arguments"),
  );
}

function compareOutput(
  { before, after }: ItemPair<SnapshotTool>,
  effort: Effort,
): SnapshotChange[] {
  const [old, now] = [before.outputSchema, after.outputSchema];
  const where = { list: "tools", name: after.name, part: "result" } as const;
  if (old === undefined && now === undefined) return [];
  if (old === undefined)
    return [
      changeOf({
        kind: "added",
        subject: "result",
        rule: "result-added",
        where,
        after: textOf(now),
      }),
    ];
  if (now === undefined)
    return [
      changeOf({
        kind: "removed",
        subject: "result",
        rule: "result-removed",
        where,
        before: textOf(old),
      }),
    ];
  const schemas = { before: old, after: now };
  return compareRead(schemas, "results", effort).map((difference) =>
    toChange(difference, after.name, "result"),
  );
}

function toChange(
  { path, ...difference }: Difference,
  name: string,
  part: "arguments" | "result",
): SnapshotChange {
  const where: SnapshotWhere = { list: "tools", name, part, path: [...path] };
  return changeOf({ ...difference, where });
}

/** Compares schemas as they were written. */
function compareRead(
  { before, after }: ItemPair<unknown>,
  way: Way,
  effort: Effort,
): Difference[] {
  if (unorderedText(before) === unorderedText(after)) return [];
  const [old, now] = [readOrError(before), readOrError(after)];
  const place = {
    subject: way === "arguments" ? "argument" : "result",
    path: [],
  } as const;
  const whole = { ...place, kind: "changed" } as const;
  if (old instanceof SchemaError || now instanceof SchemaError)
    return [
      {
        ...whole,
        rule: `${way}-unproven`,
        before: textOf(before),
        after: textOf(after),
      },
    ];
  const found = [
    ...compareSchemas(old, now, way, effort),
    ...compareUnchecked(old, now, way),
  ];
  if (found.length > 0) return found;
  const texts = { before: textOf(before), after: textOf(after) };
  return [{ ...whole, rule: `${way}-same`, ...texts }];
}

/** What no guard checks, a server may; so it may be that which has changed. */
function compareUnchecked(
  before: SchemaDocument,
  after: SchemaDocument,
  way: Way,
): Difference[] {
  const [old, now] = [before, after].map(({ unchecked }) =>
    unchecked
      .map(({ path, part }) => `${part} at /${path.join("/")}`)
      .join(", "),
  );
  if (old === now) return [];
  return [
    {
      kind: "changed",
      subject: way === "arguments" ? "argument" : "result",
      rule: `${way}-unproven`,
      path: [],
      before: old ?? "",
      after: now ?? "",
    },
  ];
}

function readOrError(schema: unknown): SchemaDocument | SchemaError {
  try {
    return readSchema(schema);
  } catch (error) {
    if (error instanceof SchemaError) return error;
    throw error;
  }
}

/** A schema that cannot be read says why. */
function textOf(schema: unknown): string {
  const read = readOrError(schema);
  return read instanceof SchemaError
    ? `unknown /* ${read.message.replaceAll("*/", "*\\/")} */`
    : schemaText(read.root);
}
