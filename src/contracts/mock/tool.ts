import { readOrUnknown } from "../read-or-unknown.ts";
import type { SnapshotTool } from "../snapshot/index.ts";
import {
  exampleOf,
  NoExampleError,
} from "../../schema/json-schema/values/index.ts";
import type { SchemaDocument } from "../../schema/model/json-schema.ts";
import { defineTool, ToolError, type Feature } from "../../runtime/index.ts";
import { argumentsSchema } from "./arguments.ts";
import { listedAs } from "./listed.ts";
import { seedOf } from "./seed.ts";
import type { MockSettings } from "./settings.ts";
import { taskUseOf } from "../task-use.ts";

/** The longest part of the arguments that an answer repeats, in characters. */
const maxTold = 200;

/** A tool that checks its arguments, and answers with what its schema asks for. */
export function toolFeature(
  tool: SnapshotTool,
  { seed, note, judgePattern }: MockSettings,
): Feature {
  const { name, inputSchema, outputSchema } = tool;
  const read = (
    schema: unknown,
    kind: "arguments" | "results",
  ): SchemaDocument | undefined => {
    const { document, notes } = readOrUnknown(schema, kind, judgePattern);
    for (const one of notes) note(`tool ${JSON.stringify(name)}: ${one}`);
    return document;
  };
  const input = argumentsSchema(read(inputSchema, "arguments"));
  const output =
    outputSchema === undefined ? undefined : read(outputSchema, "results");
  const feature = defineTool("mock", { input }, (args: unknown) => {
    if (outputSchema === undefined) return toldText(name, args);
    // What cannot be read says only that there is a result.
    if (output === undefined) return { structuredContent: {} };
    return { structuredContent: madeUp(output, seedOf(seed, name, args)) };
  });
  const task = taskUseOf(tool);
  return listedAs(feature, name, task === undefined ? tool : { ...tool, task });
}

function toldText(name: string, args: unknown): string {
  const given = JSON.stringify(args);
  const told = given.length > maxTold ? `${given.slice(0, maxTold)}…` : given;
  return `This is a mock of the tool ${name}, called with ${told}.`;
}

function madeUp(output: SchemaDocument, seed: number): unknown {
  try {
    return exampleOf(output, seed);
  } catch (error) {
    if (!(error instanceof NoExampleError)) throw error;
    throw new ToolError(`The mock has no answer: ${error.message}`);
  }
}
