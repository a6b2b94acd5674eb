import type { CallOptions } from "../peer/caller.ts";
import type { Schema } from "../features/schema/schema.ts";
import { HandlerContext } from "../peer/handler-context.ts";
import type { CreateContext, RequestRecord } from "../peer/record.ts";
import {
  isAskable,
  type ProtocolTable,
} from "../protocol/revision/protocol-table.ts";
import type { InputRequest } from "../protocol/input-required.ts";
import {
  type FormAnswer,
  formParams,
  readAnswer,
  readForm,
} from "./form/form.ts";
import { Questions } from "./input/questions.ts";
import { memoize } from "./input/once.ts";

/**
 * Creates the contexts of a server's handlers. They have a method for each request to a
 * client, also if the client's revision does not define that request.
 */
export function createContexts(
  table: ProtocolTable,
  Base: typeof ServerContext = ServerContext,
): CreateContext {
  const Context = Base.forRevision(table);
  return (request) => new Context(request);
}

/** Context of a handler that may ask the client for input. */
export class ServerContext extends HandlerContext {
  readonly #request: RequestRecord;
  #questions: Questions | undefined;

  constructor(request: RequestRecord) {
    super(request);
    this.#request = request;
  }

  once(key: string, work: () => unknown): Promise<unknown> {
    return memoize(this.#request, key, work);
  }

  /**
   * Creates a class with one method for each request to a client: one class for each
   * revision, so that its objects have one shape.
   */
  static forRevision(table: ProtocolTable): typeof ServerContext {
    class RevisionContext extends this {}
    for (const [method, entry] of Object.entries(table.requests)) {
      if (!isAskable(entry)) continue;
      Object.defineProperty(
        RevisionContext.prototype,
        requestMethodName(entry),
        {
          value(
            this: ServerContext,
            key: string,
            params?: object,
            options?: CallOptions,
          ) {
            const request =
              params === undefined ? { method } : { method, params };
            return this.#pose(key, request, options, (answer) =>
              readForm(key, params, answer),
            );
          },
        },
      );
    }
    return RevisionContext;
  }

  ask(
    key: string,
    schema: Schema,
    message: string,
    options?: CallOptions,
  ): Promise<FormAnswer<unknown>> {
    // Callers may write JavaScript, or use a library without this member.
    const standard: Partial<Schema["~standard"]> = schema["~standard"];
    const form = standard.jsonSchema?.input({ target: "draft-2020-12" });
    if (!form)
      throw new TypeError(
        "context.ask: the schema has no JSON Schema. Use form(schema, { toJSONSchema: z.toJSONSchema }).",
      );
    const params = formParams(form, message, this.#request.table);
    const question = { method: "elicitation/create", params };
    return this.#pose(key, question, options, (answer) =>
      readAnswer(key, schema, answer),
    );
  }

  async answer(
    key: string,
    schema: Schema,
  ): Promise<FormAnswer<unknown> | undefined> {
    const answers = this.inputResponses;
    return answers && Object.hasOwn(answers, key)
      ? readAnswer(key, schema, answers[key])
      : undefined;
  }

  #pose<Answer>(
    key: string,
    asked: InputRequest,
    options: CallOptions | undefined,
    read: (answer: unknown) => Answer | Promise<Answer>,
  ): Promise<Answer> {
    this.#questions ??= new Questions(this.#request);
    return this.#questions.ask(key, asked, options, read);
  }
}

/**
 * Returns the name of the method for a request. Renames methods that would shadow a member
 * of the context or make it thenable.
 */
function requestMethodName({ handler }: { readonly handler: string }): string {
  return isContextMember(handler) ? `${handler}Request` : handler;
}

/**
 * True for names that contexts use otherwise, and for `then`, which would make a context
 * thenable.
 */
export function isContextMember(name: string): boolean {
  return name === "then" || name in ServerContext.prototype;
}
