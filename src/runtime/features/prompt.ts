import type { Handler } from "../peer/handlers.ts";
import type { RequestRecord } from "../peer/record.ts";
import type { Awaitable, ItemOf, WholeOf } from "../protocol/answer.ts";
import { invalidParams } from "../protocol/errors.ts";
import { type JsonObject, isObject } from "../protocol/message.ts";
import { adviceFor } from "../protocol/options/advice.ts";
import type { AsksForInput } from "../protocol/revision/unfinished.ts";
import { type OptionNames, requireKnown } from "../protocol/sound-option.ts";
import {
  type Guarded,
  type NeededScopes,
  type Visible,
  visibleTo,
} from "../protocol/viewer.ts";
import { type Eventual, whenReady } from "../protocol/when-ready.ts";
import {
  type CompleteParams,
  type Completer,
  type UntypedCompleter,
  complete,
} from "./completion.ts";
import { user } from "./content.ts";
import {
  FeatureList,
  type ListedFeature,
  createChangeNotifier,
} from "./feature-list.ts";
import {
  type FeatureForm,
  type FeatureMaker,
  listedOptions,
} from "./feature-options.ts";
import {
  type Collection,
  type CollectionHost,
  type Feature,
  type Returning,
  type Returns,
  type UntypedHandler,
  callHandler,
} from "./feature.ts";
import { clip } from "./schema/issues.ts";
import { isSchema } from "./schema/schema.ts";

/**
 * Creates a prompt. Its arguments are strings. The handler receives all required arguments
 * and no undeclared ones. Throws a TypeError for an empty name.
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
    /** Arguments, in the order of input. */
    readonly arguments?: Arguments;
    /**
     * Decides which clients can see and use the prompt.
     *
     * @default everybody
     */
    readonly visible?: Visible;
    /**
     * Scopes that using the prompt and completing its arguments requires over HTTP. For a
     * completion, a function receives the known arguments, and empty strings for the other
     * required ones.
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

/** Argument of a prompt: its description, `required`, and its completer. */
export type PromptArgument<Prompt, Context> = ArgumentOf<
  ItemOf<Prompt, "arguments">
> & {
  /** Suggests values while the user types. */
  readonly complete?: Completer<Context>;
};

/** `never` if prompts of the revision have no arguments. */
type ArgumentOf<Argument> = [Argument] extends [never]
  ? never
  : Omit<Argument, "name">;

/** Values of arguments: strings, or undefined for optional arguments. */
export type PromptValues<Arguments> = {
  readonly [Name in keyof Arguments]: Arguments[Name] extends {
    readonly required: true;
  }
    ? string
    : string | undefined;
};

/** Return types of a prompt's handler. A string becomes a message of the user. */
export type PromptAnswer<Result> =
  MessageAnswer<MessageOf<Result>> | WholeOf<Result> | AsksForInput;

type MessageOf<Result> = ItemOf<Result, "messages">;

/** `never` if results of the revision have no messages. */
type MessageAnswer<Message> = [Message] extends [never]
  ? never
  : | TextFor<Message>
    | ContentOf<Message>
    | readonly Message[]
    | PromptResult<Message>;

/** String, if messages of the user may be text. */
type TextFor<Message> = [
  { role: "user"; content: { type: "text"; text: string } },
] extends [Message]
  ? string
  : never;

/** Content types of the user's messages. */
type ContentOf<Message> = Message extends {
  readonly role: infer Role;
  readonly content: infer Content;
}
  ? "user" extends Role
    ? Content
    : never
  : never;

/** Complete result of a prompt. */
interface PromptResult<Message> {
  /** Messages in order. */
  readonly messages: readonly Message[];
  /** Description of the prompt with these arguments. */
  readonly description?: string;
  /** Metadata for clients that know it. */
  readonly _meta?: { readonly [key: string]: unknown };
}

interface PromptSettings extends Guarded {
  /** Settings of the arguments, by name. */
  readonly arguments?: { readonly [name: string]: ArgumentSettings };
}

interface ArgumentSettings {
  readonly complete?: UntypedCompleter;
  readonly required?: unknown;
}

const form = "arguments: { city: { required: true } }";

const maker: FeatureMaker = {
  name: "prompt",
  key: "name",
  options: {
    arguments: true,
    visible: true,
    scopes: true,
  } satisfies OptionNames<PromptSettings>,
  schemas: form,
};

const ofArguments: OptionNames<ArgumentSettings> = {
  complete: true,
  required: true,
};

/** Throws a TypeError if the arguments are not options by name. */
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

/** Implements `DefinePrompt` for any revision. Generated modules add the types. */
export function definePrompt(
  name: string,
  options: PromptSettings,
  handler: UntypedHandler,
  { fields, argumentFields }: FeatureForm = {},
): Feature {
  const described = listedOptions(maker, [name, options, handler], fields);
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

export interface PromptFeature extends ListedFeature {
  /** Names of all arguments; true for required ones. */
  readonly required: ReadonlyMap<string, boolean>;
  readonly completers: ReadonlyMap<string, UntypedCompleter>;
  readonly handler: UntypedHandler;
}

/** Creates the collection that lists prompts, runs them and completes their arguments. */
function collectPrompts(host: CollectionHost): Collection {
  const prompts = new FeatureList<PromptFeature>(
    host,
    "prompts",
    createChangeNotifier(host, "notifications/prompts/list_changed"),
  );
  return {
    lists: { prompts },
    add: (feature) => prompts.add(feature),
    remove: (feature) => prompts.remove(feature),
    get capabilities() {
      const completes = prompts.all().some((one) => one.completers.size > 0);
      return {
        prompts: { listChanged: true },
        ...(completes && { completions: {} }),
      };
    },
    handlers: new Map<string, Handler>([
      ["prompts/list", (params, request) => prompts.page(params, request)],
      [
        "prompts/get",
        (params, request) => {
          // The request was validated.
          const { name, arguments: args = {} } = params as GetParams;
          return whenReady(find(name, request), (prompt) =>
            get(prompt, args, request),
          );
        },
      ],
      [
        "completion/complete",
        (params, request) => {
          const asked = params as CompleteParams;
          const { type, name = "" } = asked.ref;
          if (type !== "ref/prompt") return undefined;
          return whenReady(find(name, request), ({ required, completers }) => {
            const argument = asked.argument.name;
            if (required.has(argument))
              return complete(completers.get(argument), asked, request);
            throw invalidParams(`Unknown argument: ${clip(argument, 128)}`);
          });
        },
      ],
    ]),
  };

  function find(name: string, request: RequestRecord): Eventual<PromptFeature> {
    return whenReady(visibleTo(prompts.find(name), request), (prompt) => {
      if (prompt) return prompt;
      throw invalidParams(`Unknown prompt: ${clip(name, 128)}`);
    });
  }
}

type GetParams = Readonly<{ name: string; arguments?: Values }>;
type Values = { readonly [name: string]: string };

/** Returns the values of declared arguments, and the names of missing required ones. */
export function promptArguments(
  { required }: Pick<PromptFeature, "required">,
  given: Values,
): { readonly values: Values; readonly missing: readonly string[] } {
  // Without a prototype, the object has only these names.
  const values: { [name: string]: string } = Object.create(null);
  const missing: string[] = [];
  for (const [name, isRequired] of required) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (value !== undefined) values[name] = value;
    else if (isRequired) missing.push(name);
  }
  return { values, missing };
}

async function get(
  prompt: PromptFeature,
  given: Values,
  request: RequestRecord,
): Promise<JsonObject> {
  const { key, listed, handler } = prompt;
  const { values, missing } = promptArguments(prompt, given);
  if (missing.length > 0) {
    throw invalidParams(
      `Missing arguments of prompt ${key}: ${missing.join(", ")}`,
    );
  }
  const result = toPromptResult(
    await callHandler(handler, values, request.context),
  );
  const { description } = listed;
  if (!("messages" in result) || description === undefined) return result;
  return { description, ...result };
}

function toPromptResult(answer: unknown): JsonObject {
  if (Array.isArray(answer)) return { messages: answer };
  if (typeof answer === "string") return { messages: [user(answer)] };
  if (!isObject(answer)) throw new TypeError("the handler returned no prompt");
  // Blocks have a type; results do not.
  const isBlock = typeof answer["type"] === "string";
  return isBlock ? { messages: [user(answer)] } : answer;
}
