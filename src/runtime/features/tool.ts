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
  listedOptions,
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
 * Creates a tool. `input` validates the arguments before the handler runs, and `output` the
 * structured result after it. Both are schemas of dialect draft-07, 2019-09 or 2020-12 (the
 * default). The model receives the messages of errors that the handler throws, unless the
 * platform or a library created them (see `describeFailure`). Throws a TypeError for an
 * invalid name or schema.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/server/tools | Tools}
 */
export type DefineTool<
  Tool,
  Result,
  Context,
  // Computed once here, and not at each inference.
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

/**
 * Options of a tool: schemas, access rules, and all fields of its list entry, e.g. `title`,
 * `description` and `annotations`.
 */
export type ToolOptions<Tool, Input, Output> = Omit<
  Tool,
  "name" | "inputSchema" | "outputSchema"
> &
  ToolAdditions & {
    /** Schema of the arguments. Default: no arguments. */
    readonly input?: Input;
    /** Schema of the structured results. Default: no validation. */
    readonly output?: Output;
    /**
     * Converts `input` and `output` to JSON Schema if they have none of their own:
     * `z.toJSONSchema` for zod before 4.2.
     */
    readonly toJSONSchema?: ToJsonSchema;
    /**
     * Decides which clients can see and call the tool.
     *
     * @default everybody
     */
    readonly visible?: Visible;
    /**
     * Scopes that a call requires over HTTP.
     *
     * @default none
     */
    readonly scopes?: NeededScopes<ArgumentsOf<Input>>;
  } & ConverterOf<Input | Output>;

/** Arguments of the handler: the output of the schema, or an empty object without one. */
export type ArgumentsOf<Input> = Input extends undefined
  ? { readonly [name: string]: never }
  : OutputOf<Extract<Input, StandardSchema>>;

/** Return types of a tool's handler. With an output schema, the structured value. */
export type ToolAnswer<Result, Output> = AnswerOf<
  BlockOf<Result>,
  PlainAnswer<BlockOf<Result>> | WholeOf<Result> | AsksForInput,
  Output
>;

/** Only input requests if results of the revision have no blocks. */
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

/** String, if the revision has text blocks; `never` if it has no blocks. */
type PlainAnswer<Block> = { type: "text"; text: string } extends Block
  ? string | Block | readonly (string | Block)[] | PlainResult<Block>
  : [Block] extends [never]
    ? never
    : Block | readonly Block[] | PlainResult<Block>;

/** Result without an output schema. */
interface PlainResult<Block> {
  /** Content for the model. */
  readonly content: readonly Block[];
  /** True if the tool failed. The content has the reason. */
  readonly isError?: boolean;
  /** Data for programs. Not validated if the tool has no `output`. */
  readonly structuredContent?: unknown;
  /** Metadata for clients that know it. */
  readonly _meta?: { readonly [key: string]: unknown };
}

/** Result with an output schema. Without content, the value is also sent as text. */
interface StructuredResult<Block, Value> {
  /** Value for programs, valid for `output`. */
  readonly structuredContent: Value;
  /** Content for the model. Default: the value as JSON. */
  readonly content?: readonly Block[];
  /** False or absent: the tool succeeded. */
  readonly isError?: false;
  /** Metadata for clients that know it. */
  readonly _meta?: { readonly [key: string]: unknown };
}

interface FailedResult<Block> {
  /** Reason for the failure, for the model. */
  readonly content: readonly Block[];
  /** True: the tool failed. */
  readonly isError: true;
  /** Metadata for clients that know it. */
  readonly _meta?: { readonly [key: string]: unknown };
}

type BlockOf<Result> = ItemOf<Result, "content">;

interface ToolSettings {
  /** Schema of the arguments. */
  readonly input?: StandardSchema | undefined;
  /** Schema of the structured results. */
  readonly output?: StandardSchema | undefined;
  /** Converts a schema to JSON Schema if it has none of its own. */
  readonly toJSONSchema?: ToJsonSchema | undefined;
  /** Decides which clients can see and call the tool. */
  readonly visible?: Visible | undefined;
  /** Scopes that a call requires over HTTP. */
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

/** Implements `DefineTool` for any revision. Generated modules add the types. */
export function defineTool(
  name: string,
  options: ToolSettings,
  handler: UntypedHandler,
  { fields, isWhole = false }: FeatureForm = {},
): Feature {
  const described = listedOptions(
    maker,
    [name, options, handler],
    fields && [...fields, ...Object.keys(toolAdditions)],
  );
  const { input = noInput, output, toJSONSchema, visible, scopes } = options;
  // Clients and model APIs reject whole lists because of one name outside this rule.
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

/**
 * Returns the JSON Schema for the list of tools. Arguments are always an object, so `type:
 * "object"` is added.
 */
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
 * Input schema of a tool without arguments, as the specification recommends it. Arguments
 * that a model sends anyway are ignored.
 */
const noInput: Schema = {
  "~standard": {
    version: 1,
    vendor: "none",
    validate: () => ({ value: {} }),
    jsonSchema: { input: () => empty, output: () => empty },
  },
};
