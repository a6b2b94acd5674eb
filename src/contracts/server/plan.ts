import { createPatternJudge } from "../../schema/json-schema/index.ts";
import type { SchemaDocument } from "../../schema/model/json-schema.ts";
import { freeName } from "../../emit/print/names.ts";
import { isJsonObject } from "../../base/json-object.ts";
import { excerpt } from "../excerpt.ts";
import { camelName, pascalName, typeNames } from "../names.ts";
import { readOrUnknown } from "../read-or-unknown.ts";
import type { Description, SnapshotTool } from "../snapshot/index.ts";

/** What is emitted of a description, with the names that it gets. */
export interface ServerPlan {
  /** In PascalCase: what begins with it is the server's. */
  readonly name: string;
  readonly description: Description;
  readonly tools: readonly ServedTool[];
  /** What goes unchecked, a line each. */
  readonly notes: readonly string[];
}

/** A tool, and its schemas. */
export interface ServedTool {
  readonly tool: SnapshotTool;
  readonly input: ServedSchema;
  readonly output?: ServedSchema;
}

/** A schema, and what is made of it. */
export interface ServedSchema {
  /** The name of its type. */
  readonly type: string;
  /** The name of its constant. */
  readonly constant: string;
  /** As it was written, where that can be the schema of a module. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** What of it is checked. */
  readonly document: SchemaDocument;
}

/** Decides on the names, and reads the schemas: one that cannot be read spoils no other. */
export function planServer(
  name: string,
  description: Description,
  leftOut: readonly string[],
): ServerPlan {
  const notes = [...leftOut];
  const judgePattern = createPatternJudge();
  const read = (
    schema: unknown,
    kind: "Arguments" | "Result",
    tool: string,
  ): SchemaDocument => {
    const ofArguments = kind === "Arguments";
    const { document, notes: own } = readOrUnknown(
      schema,
      ofArguments ? "arguments" : "results",
      judgePattern,
    );
    for (const note of own) notes.push(`tool ${excerpt(tool)}: ${note}`);
    if (document !== undefined) return document;
    // Arguments have names, whatever a schema says.
    const root = ofArguments ? ({ type: "object" } as const) : {};
    return { root, definitions: new Map(), unchecked: [] };
  };
  const constants = new Set<string>();
  const names = typeNames(description.tools.map((tool) => tool.name));
  const tools = description.tools.map((tool): ServedTool => {
    const { inputSchema, outputSchema } = tool;
    const base = names.get(tool.name) ?? pascalName(tool.name);
    const plan = (
      schema: unknown,
      kind: "Arguments" | "Result",
    ): ServedSchema => ({
      type: `${base}${kind}`,
      constant: freeName(camelName(`${base}${kind}`), constants),
      schema: isJsonObject(schema) ? schema : {},
      document: read(schema, kind, tool.name),
    });
    return {
      tool,
      input: plan(inputSchema, "Arguments"),
      ...(outputSchema !== undefined && {
        output: plan(outputSchema, "Result"),
      }),
    };
  });
  return { name: pascalName(name), description, tools, notes };
}
