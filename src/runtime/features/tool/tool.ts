import type { Awaitable } from "../../wire/answer.ts";
import type { Returning, Returns } from "../may-return.ts";
import type { Feature } from "../feature.ts";
import { mirroredParams } from "../schema/mirrored.ts";
import { noInput } from "./no-input.ts";
import {
  readJsonSchema,
  type InputOf,
  type OutputOf,
  type Schema,
} from "../schema/schema.ts";
import { collectTools, type ToolFeature } from "./tools.ts";
import type { AsksForInput } from "../unfinished.ts";
import type { UntypedHandler } from "../untyped-handler.ts";
import type { NeededScopes, Visible } from "../../wire/viewer.ts";

/**
 * Makes a tool. Arguments are checked against `input` before the handler runs,
 * structured results against `output` after it; both are schemas of dialect
 * draft-07, 2019-09 or 2020-12, which is meant where none is named. The message of an error that the handler throws is for the model to
 * read, unless the platform or a library made it (see `describeFailure`).
 * Throws a TypeError when the name or a schema is not sound.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/server/tools | Tools}
 */
export type DefineTool<Tool, Result extends ToolResult, Context> = <
  Input extends Schema | undefined = undefined,
  Output extends Schema | undefined = undefined,
  Returned extends Returning<ToolAnswer<Result, Output>> = ToolAnswer<
    Result,
    Output
  >,
>(
  name: string,
  options: ToolOptions<Tool, Input, Output>,
  handler: ((
    args: ArgumentsOf<Input>,
    context: Context,
  ) => Awaitable<Returned>) &
    Returns<Returned, ToolAnswer<Result, Output>>,
) => Feature;

export type ToolOptions<Tool, Input, Output> = Omit<
  Tool,
  "name" | "inputSchema" | "outputSchema"
> & {
  /** The schema of its arguments; without one it takes none. */
  readonly input?: Input;
  /** The schema of its structured results; without one they are not checked. */
  readonly output?: Output;
  /** Who may see and call it: everybody by default. */
  readonly visible?: Visible;
  /** The scopes that a call needs over HTTP: none by default. */
  readonly scopes?: NeededScopes<ArgumentsOf<Input>>;
};

/** What a schema makes of a call's arguments; without a schema there are none. */
export type ArgumentsOf<Input> = Input extends Schema
  ? OutputOf<Input>
  : { readonly [name: string]: never };

/** What the handler of a tool may return: with an output schema, its value. */
export type ToolAnswer<
  Result extends ToolResult,
  Output,
> = Output extends Schema
  ? | StructuredResult<BlockOf<Result>, InputOf<Output>>
    | FailedResult<BlockOf<Result>>
    | AsksForInput
  : | string
    | BlockOf<Result>
    | readonly (string | BlockOf<Result>)[]
    | PlainResult<BlockOf<Result>>
    | AsksForInput;

/** A result without an output schema. */
interface PlainResult<Block> {
  readonly content: readonly Block[];
  readonly isError?: boolean;
  readonly structuredContent?: unknown;
  readonly _meta?: { readonly [key: string]: unknown };
}

/** Where there is no content, the value is told as text too. */
interface StructuredResult<Block, Value> {
  readonly structuredContent: Value;
  readonly content?: readonly Block[];
  readonly isError?: false;
  readonly _meta?: { readonly [key: string]: unknown };
}

interface FailedResult<Block> {
  readonly content: readonly Block[];
  readonly isError: true;
  readonly _meta?: { readonly [key: string]: unknown };
}

interface ToolResult {
  readonly content: readonly unknown[];
}

type BlockOf<Result extends ToolResult> = Result["content"][number];

interface ToolSettings {
  readonly input?: Schema | undefined;
  readonly output?: Schema | undefined;
  readonly visible?: Visible | undefined;
  readonly scopes?: NeededScopes<never> | undefined;
}

/** `DefineTool` for any revision; generated modules give it their types. */
export function defineTool(
  name: string,
  { input = noInput, output, visible, scopes, ...described }: ToolSettings,
  handler: UntypedHandler,
): Feature {
  // Clients and model APIs refuse whole lists for one name outside this rule.
  if (!/^[\w.-]{1,128}$/.test(name)) {
    throw new TypeError(
      `A tool's name is 1 to 128 of A-Z, a-z, 0-9, "_", "-", ".", not ${JSON.stringify(name)}`,
    );
  }
  const listed = {
    name,
    ...described,
    inputSchema: readSchema(name, input, "input"),
    ...(output && { outputSchema: readSchema(name, output, "output") }),
  };
  const tool: ToolFeature = {
    key: name,
    kind: "tools",
    collect: collectTools,
    listed,
    input,
    output,
    visible,
    scopes,
    handler,
  };
  return tool;
}

/** Arguments are always an object, so a schema that allows more allows that. */
function readSchema(
  name: string,
  schema: Schema,
  direction: "input" | "output",
): object {
  try {
    const json = readJsonSchema(schema, direction);
    if (direction === "output") return json;
    mirroredParams(json);
    if ((json["type"] ?? "object") === "object")
      return { ...json, type: "object" };
    throw new TypeError("arguments have names, so it has to be of an object");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new TypeError(`The ${direction} schema of ${name}: ${reason}`, {
      cause: error,
    });
  }
}
