import type { Awaitable, ItemOf, WholeOf } from "../protocol/answer.ts";
import type { JsonObject } from "../protocol/message.ts";
import { toolAdditions } from "../protocol/options/advice.ts";
import type { AsksForInput } from "../protocol/revision/unfinished.ts";
import type { ToolAdditions } from "../protocol/scopes/register.ts";
import type { OptionNames } from "../protocol/sound-option.ts";
import type { NeededScopes, Visible } from "../protocol/viewer.ts";
import {
  type FeatureForm,
  type FeatureMaker,
  describedBy,
} from "./feature-options.ts";
import type { Feature, Returning, Returns, UntypedHandler } from "./feature.ts";
import {
  type ConverterOf,
  type InputOf,
  type OutputOf,
  type Schema,
  type StandardSchema,
  type ToJsonSchema,
  readJsonSchema,
} from "./schema/schema.ts";
import {
  admitsObject,
  isObjectSchema,
  mirroredParams,
} from "./schema/tool-schema.ts";
import { type ToolFeature, collectTools } from "./tools.ts";

/**
 * Makes a tool. Arguments are checked against `input` before the handler runs,
 * structured results against `output` after it; both are schemas of dialect
 * draft-07, 2019-09 or 2020-12, which is meant where none is named. The message of an error that the handler throws is for the model to
 * read, unless the platform or a library made it (see `describeFailure`).
 * Throws a TypeError when the name or a schema is not sound.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/server/tools | Tools}
 */
export type DefineTool<
  Tool,
  Result,
  Context,
  // Looked into once here, and not at each inference.
  Block = BlockOf<Result>,
  Plain = PlainAnswer<BlockOf<Result>> | WholeOf<Result> | AsksForInput,
> = <
  Input extends StandardSchema | undefined = undefined,
  Output extends StandardSchema | undefined = undefined,
  Returned extends Returning<AnswerOf<Block, Plain, Output>> = AnswerOf<
    Block,
    Plain,
    Output
  >,
>(
  name: string,
  options: ToolOptions<Tool, Input, Output>,
  handler: ((
    args: ArgumentsOf<Input>,
    context: Context,
  ) => Awaitable<Returned>) &
    Returns<Returned, AnswerOf<Block, Plain, Output>>,
) => Feature;

/** What a tool says of itself: its schemas, who may use it, and all that clients list of it, such as `title`, `description` and `annotations`. */
export type ToolOptions<Tool, Input, Output> = Omit<
  Tool,
  "name" | "inputSchema" | "outputSchema"
> &
  ToolAdditions & {
    /** The schema of its arguments. Without one it takes none. */
    readonly input?: Input;
    /** The schema of its structured results. Without one they are not checked. */
    readonly output?: Output;
    /**
     * Makes the JSON Schema of `input` and `output`, where they do not give it
     * themselves: `z.toJSONSchema` for zod before 4.2.
     */
    readonly toJSONSchema?: ToJsonSchema;
    /**
     * Says who may see it and call it.
     *
     * @default everybody
     */
    readonly visible?: Visible;
    /**
     * The scopes that a call needs over HTTP.
     *
     * @default none
     */
    readonly scopes?: NeededScopes<ArgumentsOf<Input>>;
  } & ConverterOf<Input | Output>;

/** What a schema makes of a call's arguments; without a schema there are none. */
export type ArgumentsOf<Input> = Input extends undefined
  ? { readonly [name: string]: never }
  : OutputOf<Extract<Input, StandardSchema>>;

/** What the handler of a tool may return: with an output schema, its value. */
export type ToolAnswer<Result, Output> = AnswerOf<
  BlockOf<Result>,
  PlainAnswer<BlockOf<Result>> | WholeOf<Result> | AsksForInput,
  Output
>;

/** Only asking where a revision's results have no blocks. */
type AnswerOf<
  Block,
  Plain,
  Output,
  // In this order, because without `strictNullChecks` undefined extends everything.
> = Output extends undefined
  ? Plain
  : [Block] extends [never]
    ? AsksForInput
    : | StructuredResult<Block, InputOf<Extract<Output, StandardSchema>>>
      | FailedResult<Block>
      | AsksForInput;

/** A text stands for a block where the revision has one for it; nothing where it has no blocks. */
type PlainAnswer<Block> = { type: "text"; text: string } extends Block
  ? string | Block | readonly (string | Block)[] | PlainResult<Block>
  : [Block] extends [never]
    ? never
    : Block | readonly Block[] | PlainResult<Block>;

/** A result without an output schema. */
interface PlainResult<Block> {
  /** What the model reads. */
  readonly content: readonly Block[];
  /** `true`: the tool failed, and the content says why. */
  readonly isError?: boolean;
  /** The same for programs. Not checked, where the tool has no `output`. */
  readonly structuredContent?: unknown;
  /** Anything else, for clients that know it. */
  readonly _meta?: { readonly [key: string]: unknown };
}

/** Where there is no content, the value is told as text too. */
interface StructuredResult<Block, Value> {
  /** The result for programs, as `output` wants it. */
  readonly structuredContent: Value;
  /** What the model reads: the value as JSON by default. */
  readonly content?: readonly Block[];
  /** It went well. */
  readonly isError?: false;
  /** Anything else, for clients that know it. */
  readonly _meta?: { readonly [key: string]: unknown };
}

interface FailedResult<Block> {
  /** Why it failed, for the model to read. */
  readonly content: readonly Block[];
  /** `true`: the tool failed. */
  readonly isError: true;
  /** Anything else, for clients that know it. */
  readonly _meta?: { readonly [key: string]: unknown };
}

type BlockOf<Result> = ItemOf<Result, "content">;

interface ToolSettings {
  /** The schema of its arguments. */
  readonly input?: StandardSchema | undefined;
  /** The schema of its structured results. */
  readonly output?: StandardSchema | undefined;
  /** Makes the JSON Schema of a schema that does not give it itself. */
  readonly toJSONSchema?: ToJsonSchema | undefined;
  /** Who may see and call it. */
  readonly visible?: Visible | undefined;
  /** The scopes that a call needs over HTTP. */
  readonly scopes?: NeededScopes<never> | undefined;
}

const own: OptionNames<ToolSettings> = {
  input: true,
  output: true,
  toJSONSchema: true,
  visible: true,
  scopes: true,
};

const maker: FeatureMaker = {
  name: "tool",
  key: "name",
  options: own,
  schemas: "input: z.object({ … })",
};

/** `DefineTool` for any revision; generated modules give it their types. */
export function defineTool(
  name: string,
  options: ToolSettings,
  handler: UntypedHandler,
  { fields, isWhole = false }: FeatureForm = {},
): Feature {
  const described = describedBy(
    maker,
    [name, options, handler],
    fields && [...fields, ...Object.keys(toolAdditions)],
  );
  const { input = noInput, output, toJSONSchema, visible, scopes } = options;
  // Clients and model APIs refuse whole lists for one name outside this rule.
  if (!/^[\w.-]{1,128}$/.test(name)) {
    throw new TypeError(
      `A tool's name is 1 to 128 of A-Z, a-z, 0-9, "_", "-", ".", not ${JSON.stringify(name)}`,
    );
  }
  const read = (
    schema: StandardSchema,
    direction: "input" | "output",
  ): object => readSchema(name, schema, direction, toJSONSchema);
  const listed = {
    name,
    ...described,
    inputSchema: read(input, "input"),
    ...(output && { outputSchema: read(output, "output") }),
  };
  const tool: ToolFeature = {
    key: name,
    kind: "tools",
    collect: collectTools,
    listed,
    input,
    output,
    isWhole,
    visible,
    scopes,
    handler,
  };
  return tool;
}

/** Arguments are always an object, so a schema that allows more allows that. */
function readSchema(
  name: string,
  schema: StandardSchema,
  direction: "input" | "output",
  toJSONSchema: ToJsonSchema | undefined,
): object {
  try {
    const json = readJsonSchema(schema, direction, toJSONSchema);
    if (direction === "output")
      return isObjectSchema(json) ? { ...json, type: "object" } : json;
    mirroredParams(json);
    if (admitsObject(json)) return { ...json, type: "object" };
    throw new TypeError(
      "arguments have names, so it has to be of an object, such as z.object({ … })",
    );
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new TypeError(`The ${direction} schema of ${name}: ${reason}`, {
      cause: error,
    });
  }
}

const empty: JsonObject = { type: "object", additionalProperties: false };

/**
 * The input of a tool without arguments, declared as the specification
 * recommends. What a model gives it all the same is nothing to the tool.
 */
const noInput: Schema = {
  "~standard": {
    version: 1,
    vendor: "none",
    validate: () => ({ value: {} }),
    jsonSchema: { input: () => empty, output: () => empty },
  },
};
