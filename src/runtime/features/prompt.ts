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
  createAnnouncer,
} from "./feature-list.ts";
import {
  type FeatureForm,
  type FeatureMaker,
  describedBy,
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

export interface PromptFeature extends ListedFeature {
  /** Every argument by name, and whether it is required. */
  readonly required: ReadonlyMap<string, boolean>;
  readonly completers: ReadonlyMap<string, UntypedCompleter>;
  readonly handler: UntypedHandler;
}

/** Lists prompts, fills them, and completes their arguments. */
function collectPrompts(host: CollectionHost): Collection {
  const prompts = new FeatureList<PromptFeature>(
    host,
    "prompts",
    createAnnouncer(host, "notifications/prompts/list_changed"),
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
          // The guard of the request has passed.
          const { name, arguments: args = {} } = params as GetParams;
          return whenReady(find(name, request), (prompt) =>
            get(prompt, args, request),
          );
        },
      ],
      [
        "completion/complete",
        (params, request) => {
          // The guard of the request has passed.
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

/** The values of the arguments that a prompt declares, and the names of those that are missing. */
export function promptArguments(
  { required }: Pick<PromptFeature, "required">,
  given: Values,
): { readonly values: Values; readonly missing: readonly string[] } {
  // Without a prototype, no name is there that nobody gave.
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
  // Blocks have a type, and results have none.
  const isBlock = typeof answer["type"] === "string";
  return isBlock ? { messages: [user(answer)] } : answer;
}
