import {
  describeIssue,
  INTERNAL_ERROR,
  ProtocolError,
} from "../../protocol/errors.ts";
import { contentIssue, formOf } from "../../protocol/form-answer.ts";
import { withDefaults } from "./form-defaults.ts";
import {
  entryOf,
  type ResultEntry,
} from "../../protocol/revision/protocol-table.ts";
import { isMeant } from "../../protocol/revision/result-condition.ts";
import type { Handler, HandlerMap } from "../../peer/handlers.ts";
import { isObject, type JsonObject } from "../../protocol/message.ts";
import type { OpenElicitations } from "./open-elicitations.ts";
import type { Issue } from "../../protocol/issue.ts";
import { rootsIssue } from "./roots.ts";
import { sampledIssue } from "./sampling.ts";

/**
 * Completes a handler's answer, or throws for one that must not be sent.
 */
type Check = (params: unknown, answer: JsonObject) => JsonObject;

const checks: ReadonlyMap<string, Check> = /* @__PURE__ */ new Map([
  ["elicitation/create", elicited],
  ["sampling/createMessage", sampled],
  ["roots/list", listed],
]);

const actions: readonly unknown[] = ["accept", "decline", "cancel"];

/**
 * A client's handlers, such that what they answer is what the server asked for:
 * what is not is an error of theirs, and never leaves the client.
 */
export function withChecks(
  handlers: HandlerMap,
  elicitations: OpenElicitations,
): HandlerMap {
  const checked = new Map(handlers);
  for (const [method, check] of checks) {
    const handler = handlers.get(method);
    if (handler) checked.set(method, answering(handler, check, elicitations));
  }
  const complete = handlers.get("notifications/elicitation/complete");
  if (complete)
    checked.set("notifications/elicitation/complete", (params, context) =>
      isObject(params) && elicitations.close(params)
        ? complete(params, context)
        : undefined,
    );
  return checked;
}

function answering(
  handler: Handler,
  check: Check,
  elicitations: OpenElicitations,
): Handler {
  return async (params, context) => {
    elicitations.open(params);
    const answer = await handler(params, context);
    try {
      if (!isObject(answer)) return answer;
      const types = entryOf(context.sent?.sends ?? {}, context.method);
      if (types?.[1] && isOther(types, answer)) return answer;
      return check(params, answer);
    } catch (error) {
      // Inside a result, whoever called hears of it anyway.
      if (error instanceof ProtocolError && context.id !== undefined)
        context.report(error);
      throw error;
    }
  };
}

/** Whether it is another of the method's results than the last one, such as one that comes later. */
function isOther(types: readonly ResultEntry[], answer: JsonObject): boolean {
  return types.find(({ when }) => isMeant(when, answer)) !== types.at(-1);
}

function elicited(params: unknown, answer: JsonObject): JsonObject {
  if (!actions.includes(answer["action"]))
    throw wrong({
      path: ["action"],
      message: `expected ${actions.join(", ")}`,
    });
  // What happens at a URL is nothing for this connection.
  if (isObject(params) && params["mode"] === "url") {
    const { content, ...rest } = answer;
    return rest;
  }
  const form = formOf(params, answer);
  if (!form) return answer;
  const content = withDefaults(form);
  const filled = content === form.content ? answer : { ...answer, content };
  const issue = contentIssue({ ...form, content });
  if (issue) throw wrong(issue);
  return filled;
}

function sampled(params: unknown, answer: JsonObject): JsonObject {
  return sound(
    answer,
    isObject(params) ? sampledIssue(params, answer) : undefined,
  );
}

function listed(_params: unknown, answer: JsonObject): JsonObject {
  return sound(answer, rootsIssue(answer));
}

function sound(answer: JsonObject, issue: Issue | undefined): JsonObject {
  if (!issue) return answer;
  throw new TypeError(reasonOf(issue));
}

/** The server hears why: it says no more than the server's own form does. */
function wrong(issue: Issue): ProtocolError {
  const reason = `elicitation/create: ${reasonOf(issue)}`;
  return new ProtocolError(INTERNAL_ERROR, reason);
}

function reasonOf(issue: Issue): string {
  return `the handler's answer does not fit: ${describeIssue(issue)}`;
}
