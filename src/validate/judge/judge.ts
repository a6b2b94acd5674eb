import type { Protocol } from "../../schema/model/index.ts";
import {
  createChecks,
  told,
  type CheckedMethod,
  type Checks,
} from "./checks.ts";
import { directionProblem } from "./direction.ts";
import type { Dispatch, ReadForm, ImportedCode } from "./dispatch.ts";
import {
  problem,
  type MessageKind,
  type Problem,
  type Sender,
} from "../message/finding.ts";
import { objectOf, type JsonObject } from "../message/json.ts";

/** What decides whether messages of one revision are valid. */
export interface Judge {
  readonly revision: string;
  readonly lifecycle: Protocol["lifecycle"];
  readonly batches: boolean;
  readonly messageForm: ReadForm;
  problemOf(subject: Subject): Problem | undefined;
  /** Who alone sends the method. */
  senderOf(method: string): Sender | undefined;
}

/** What is judged. */
export interface Subject {
  readonly kind: MessageKind;
  readonly message: JsonObject;
  /** Of a result: the method of its request; undefined when nobody knows it. */
  readonly method: string | undefined;
  readonly from: Sender | undefined;
}

/** Judges messages by the emitted guards and dispatch of their protocol. */
export function createJudge(protocol: Protocol, code: ImportedCode): Judge {
  const { dispatch } = code;
  const { revision, lifecycle, batches } = dispatch.protocol;
  const checks = createChecks(protocol, code);
  const { requests, notifications } = checks;
  const unknownMethod = problem(
    "unknown-method",
    `${revision} has no such method`,
    ["method"],
  );
  return {
    revision,
    lifecycle,
    batches,
    messageForm: dispatch.messageForm,
    problemOf(subject) {
      switch (subject.kind) {
        case "request":
          return call(subject, requests, () =>
            notifications.has(subject.message["method"])
              ? problem("invalid-message", "a notification has no id", ["id"])
              : unknownMethod,
          );
        case "notification":
          return call(subject, notifications, () =>
            requests.has(subject.message["method"])
              ? problem("invalid-message", "a request has an id", [])
              : unknownMethod,
          );
        case "result":
          return resultProblem(subject, checks, dispatch);
        case "error":
          return errorProblem(subject, checks, dispatch);
        default:
          return subject.kind satisfies never;
      }
    },
    senderOf(method) {
      const entry = requests.get(method) ?? notifications.get(method);
      if (entry?.direction === "clientToServer") return "client";
      return entry?.direction === "serverToClient" ? "server" : undefined;
    },
  };
}

function call(
  { message, from }: Subject,
  methods: ReadonlyMap<unknown, CheckedMethod>,
  unknown: () => Problem,
): Problem | undefined {
  const known = methods.get(message["method"]);
  if (known === undefined) return unknown();
  return directionProblem(known, from) ?? known.check(message);
}

function resultProblem(
  { message, method }: Subject,
  checks: Checks,
  { protocol, chooseResult }: Dispatch,
): Problem | undefined {
  const found = checks.result(message);
  if (found !== undefined || method === undefined) return found;
  if (!Object.hasOwn(protocol.requests, method)) return undefined;
  const { result } = message;
  const chosen = chooseResult(method, objectOf(result));
  if (chosen !== undefined) return told(chosen.validate(result), "result");
  const choices = protocol.requests[method]?.results ?? [];
  return problem("unknown-result", `this is no result of ${method}`, [
    "result",
    ...choices.flatMap(({ when }) => when?.property ?? []).slice(0, 1),
  ]);
}

function errorProblem(
  { message }: Subject,
  checks: Checks,
  { protocol }: Dispatch,
): Problem | undefined {
  // JSON-RPC's null stands for an id that nobody could read, where the schema asks for one.
  const isNull = !protocol.errorsWithoutId && message["id"] === null;
  const checked = isNull ? { ...message, id: 0 } : message;
  const found = checks.error(checked);
  if (found !== undefined) return found;
  const { code } = objectOf(message["error"]);
  return checks.errors.get(code)?.(checked);
}
