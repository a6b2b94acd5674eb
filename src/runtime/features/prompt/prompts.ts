import { invalidParams } from "../../protocol/errors.ts";
import type { Collection, CollectionHost } from "../feature.ts";
import type { Handler } from "../../peer/handlers.ts";
import { isObject, type JsonObject } from "../../protocol/message.ts";
import type { RequestRecord } from "../../peer/record.ts";
import { createAnnouncer } from "../announcer.ts";
import {
  complete,
  type CompleteParams,
  type UntypedCompleter,
} from "../completion.ts";
import { FeatureList, type ListedFeature } from "../feature-list.ts";
import { clip } from "../schema/issues.ts";
import { user } from "./message.ts";
import { callHandler, type UntypedHandler } from "../untyped-handler.ts";
import { visibleTo } from "../../protocol/viewer.ts";
import { whenReady, type Eventual } from "../../protocol/when-ready.ts";

export interface PromptFeature extends ListedFeature {
  /** Every argument by name, and whether it is required. */
  readonly required: ReadonlyMap<string, boolean>;
  readonly completers: ReadonlyMap<string, UntypedCompleter>;
  readonly handler: UntypedHandler;
}

/** Lists prompts, fills them, and completes their arguments. */
export function collectPrompts(host: CollectionHost): Collection {
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

interface GetParams {
  readonly name: string;
  readonly arguments?: { readonly [name: string]: string };
}

/** The values of the arguments that a prompt declares, and the names of those that are missing. */
export function promptArguments(
  { required }: Pick<PromptFeature, "required">,
  given: { readonly [name: string]: string },
): {
  readonly values: { readonly [name: string]: string };
  readonly missing: readonly string[];
} {
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
  given: { readonly [name: string]: string },
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
