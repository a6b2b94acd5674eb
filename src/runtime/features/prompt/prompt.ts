import type { Awaitable, ItemOf, WholeOf } from "../../protocol/answer.ts";
import type { Feature } from "../feature.ts";
import { isObject, type JsonObject } from "../../protocol/message.ts";
import { adviceFor } from "../../protocol/options/advice.ts";
import { requireKnown, type OptionNames } from "../../protocol/sound-option.ts";
import {
  describedBy,
  type FeatureForm,
  type FeatureMaker,
} from "../feature-options.ts";
import { isSchema } from "../schema/schema.ts";
import type { Completer, UntypedCompleter } from "../completion.ts";
import type { Returning, Returns } from "../may-return.ts";
import { collectPrompts, type PromptFeature } from "./prompts.ts";
import type { AsksForInput } from "../../protocol/revision/unfinished.ts";
import type { UntypedHandler } from "../untyped-handler.ts";
import type { Guarded, NeededScopes, Visible } from "../../protocol/viewer.ts";

/**
 * Makes a prompt. Its arguments are strings; the required ones are there when
 * the handler runs, and those that it does not declare are left out. Throws a
 * TypeError when the name is empty.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/server/prompts | Prompts}
 */
export type DefinePrompt<Prompt, Result, Context> = <
  const Arguments extends {
    readonly [name: string]: PromptArgument<Prompt, Context>;
  },
  Returned extends Returning<PromptAnswer<Result>> = PromptAnswer<Result>,
>(
  name: string,
  options: Omit<Prompt, "name" | "arguments"> & {
    /** Its arguments, in the order in which they are asked. */
    readonly arguments?: Arguments;
    /**
     * Says who may see it and fill it.
     *
     * @default everybody
     */
    readonly visible?: Visible;
    /**
     * The scopes that it takes over HTTP to fill it, and to complete its
     * arguments. For a completion, a function gets the arguments that are known
     * so far, and an empty text for others that are required.
     *
     * @default none
     */
    readonly scopes?: NeededScopes<PromptValues<Arguments>>;
  },
  handler: ((
    args: PromptValues<Arguments>,
    context: Context,
  ) => Awaitable<Returned>) &
    Returns<
      Returned,
      MessageAnswer<MessageOf<Result>> | WholeOf<Result> | AsksForInput
    >,
) => Feature;

/** An argument of a prompt: what people see of it, whether it is `required`, and what completes it. */
export type PromptArgument<Prompt, Context> = ArgumentOf<
  ItemOf<Prompt, "arguments">
> & {
  /** What suggests values for it, while the user types. */
  readonly complete?: Completer<Context>;
};

/** Nothing where a revision's prompts take none. */
type ArgumentOf<Argument> = [Argument] extends [never]
  ? never
  : Omit<Argument, "name">;

/** Arguments are strings; those that are not required may be missing. */
export type PromptValues<Arguments> = {
  readonly [Name in keyof Arguments]: Arguments[Name] extends {
    readonly required: true;
  }
    ? string
    : string | undefined;
};

/** What the handler of a prompt may return; a text is a message of the user's. */
export type PromptAnswer<Result> =
  MessageAnswer<MessageOf<Result>> | WholeOf<Result> | AsksForInput;

type MessageOf<Result> = ItemOf<Result, "messages">;

/** Nothing where a revision's results have no messages. */
type MessageAnswer<Message> = [Message] extends [never]
  ? never
  : | TextFor<Message>
    | ContentOf<Message>
    | readonly Message[]
    | PromptResult<Message>;

/** A text, where the user can say one. */
type TextFor<Message> = [
  { role: "user"; content: { type: "text"; text: string } },
] extends [Message]
  ? string
  : never;

/** Content that the user can say. */
type ContentOf<Message> = Message extends {
  readonly role: infer Role;
  readonly content: infer Content;
}
  ? "user" extends Role
    ? Content
    : never
  : never;

/** A result of a prompt, whole. */
interface PromptResult<Message> {
  /** The messages, in their order. */
  readonly messages: readonly Message[];
  /** What the prompt is good for, with these arguments. */
  readonly description?: string;
  /** Anything else, for clients that know it. */
  readonly _meta?: { readonly [key: string]: unknown };
}

interface PromptSettings extends Guarded {
  /** In the order in which they are asked. */
  readonly arguments?: { readonly [name: string]: ArgumentSettings };
}

interface ArgumentSettings {
  readonly complete?: UntypedCompleter;
  readonly required?: unknown;
}

const own: OptionNames<PromptSettings> = {
  arguments: true,
  visible: true,
  scopes: true,
};

const form = "arguments: { city: { required: true } }";

const maker: FeatureMaker = {
  name: "prompt",
  key: "name",
  options: own,
  schemas: form,
};

const ofArguments: OptionNames<ArgumentSettings> = {
  complete: true,
  required: true,
};

/** Throws a TypeError unless the arguments of a prompt are options by their names. */
function checkArguments(
  name: string,
  given: unknown,
  fields: readonly string[] | undefined,
): void {
  const what = `prompt ${JSON.stringify(name)}: `;
  if (!isObject(given) || isSchema(given))
    throw new TypeError(
      `${what}arguments have their names as keys. Use ${form}.`,
    );
  for (const [key, argument] of Object.entries(given)) {
    const one = `${what}the argument ${JSON.stringify(key)}`;
    if (isSchema(argument))
      throw new TypeError(
        `${one} is a schema, but arguments are texts. Use ${form}.`,
      );
    const known = Object.keys(fields ? ofArguments : Object(argument));
    const all = Object.fromEntries(
      [...known, ...(fields ?? [])].map((field) => [field, true]),
    );
    requireKnown<object>(
      one,
      argument as object,
      all,
      adviceFor("promptArgument"),
    );
  }
}

/** `DefinePrompt` for any revision; generated modules give it their types. */
export function definePrompt(
  name: string,
  options: PromptSettings,
  handler: UntypedHandler,
  { fields, argumentFields }: FeatureForm = {},
): Feature {
  const described = describedBy(maker, [name, options, handler], fields);
  if (name === "") throw new TypeError("A prompt needs a name");
  const { arguments: given, visible, scopes } = options;
  if (given !== undefined) checkArguments(name, given, argumentFields);
  const listed: JsonObject[] = [];
  const required = new Map<string, boolean>();
  const completers = new Map<string, UntypedCompleter>();
  for (const [key, { complete, ...argument }] of Object.entries(given ?? {})) {
    listed.push({ name: key, ...argument });
    required.set(key, argument.required === true);
    if (complete) completers.set(key, complete);
  }
  const prompt: PromptFeature = {
    key: name,
    kind: "prompts",
    collect: collectPrompts,
    listed: { name, ...described, ...(given && { arguments: listed }) },
    required,
    completers,
    visible,
    scopes,
    handler,
  };
  return prompt;
}
