import type { Fault, ReadForm } from "./dispatch.ts";
import { problem, type Problem } from "../message/finding.ts";
import { isObject, objectOf, type JsonObject } from "../message/json.ts";

/** What a message is by its keys, as a receiver sees it. */
export type Classified =
  | { kind: "request" | "notification"; message: JsonObject; method: string }
  | { kind: "result" | "error"; message: JsonObject }
  | { kind: "invalid"; message: JsonObject | undefined; problem: Problem };

/** Tells what a message is, or why it is none. */
export function classify(message: unknown, messageForm: ReadForm): Classified {
  if (!isObject(message)) {
    const found = problem("invalid-message", "a message is an object");
    return { kind: "invalid", message: undefined, problem: found };
  }
  const form = messageForm(message, isThere);
  switch (form) {
    case "request":
    case "notification":
      return { kind: form, message, method: String(message["method"]) };
    case "result":
    case "error":
      return { kind: form, message };
    default:
      return { kind: "invalid", message, problem: faults[form] };
  }
}

/** JSON has no undefined: what is undefined is not there. */
function isThere(message: JsonObject, key: string): boolean {
  return message[key] !== undefined;
}

const faults: Readonly<Record<Fault, Problem>> = {
  "wrong-version": fault('"jsonrpc" must be "2.0"', "jsonrpc"),
  "wrong-method": fault("a method is a string", "method"),
  "call-and-answer": fault("a message is a call or an answer"),
  "result-and-error": fault("an answer has a result or an error"),
  "no-method": fault('"method" is missing'),
};

function fault(reason: string, ...path: readonly string[]): Problem {
  return problem("invalid-message", reason, path);
}

/** Whether something is meant for an answer, be it a broken one. */
export function isAnswer(message: unknown): boolean {
  const { method, result, error } = objectOf(message);
  return method === undefined && (result !== undefined || error !== undefined);
}
