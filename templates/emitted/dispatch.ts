import { messageForm } from "../rules/message-form.ts";
import { isMeant, type ResultCondition } from "../rules/result-condition.ts";
import type * as guards from "./guards.ts";
import {
  notifications,
  requests,
  type Notifications,
  type Requests,
} from "./stand-ins.ts";

/** A range of error codes, both ends included, and the code that is sent instead. */
export type ReservedCodes = readonly [from: number, to: number, as: number];

/** Who sends a message: `embedded` ones travel inside another one. */
export type Direction =
  "clientToServer" | "serverToClient" | "both" | "embedded" | "none";

/** The capability without which a message is not sent, and who declares it. */
export interface CapabilityEntry {
  readonly side: "client" | "server" | "receiver" | "sender";
  readonly path: readonly string[];
  /** Whether it is a boolean; else it is an object. */
  readonly flag: boolean;
}

/** The params of a method, and the guards of their type. */
export interface ParamsEntry<Params> {
  readonly type: string;
  readonly required: boolean;
  readonly is: (value: unknown) => value is Params;
  readonly validate: (value: unknown) => guards.Issue | undefined;
}

/** A result that answers a request; `when` tells it from the others. */
export interface ResultEntry<Result> {
  readonly type: string;
  readonly when?: ResultCondition;
  readonly is: (value: unknown) => value is Result;
  readonly validate: (value: unknown) => guards.Issue | undefined;
}

export interface NotificationEntry<Params> {
  /** The name of its handler. */
  readonly handler: string;
  readonly direction: Direction;
  readonly capability?: CapabilityEntry;
  readonly params: ParamsEntry<Params>;
}

export interface RequestEntry<
  Params,
  Result,
> extends NotificationEntry<Params> {
  /** In the order of choice: the first whose condition holds is meant. */
  readonly results: readonly ResultEntry<Result>[];
  /** The param that names what is called, such as a tool. */
  readonly name?: string;
  /** Whether the server may ask for the client's input before it answers. */
  readonly input?: true;
  /** Whether the result has to say how long it may be kept. */
  readonly cacheable?: true;
}

/** A message, as one side of a connection sees it. */
export interface SideEntry {
  /** The name of its handler. */
  readonly handler: string;
  readonly direction: Direction;
  readonly capability?: CapabilityEntry;
  /** Absent on the side that does not receive the message. */
  readonly params?: SideParams;
}

export interface SideRequestEntry extends SideEntry {
  /** In the order of choice; absent on the side that does not send the request. */
  readonly results?: readonly SideResult[];
  /** The param that names what is called, such as a tool. */
  readonly name?: string;
  /** Whether the server may ask for the client's input before it answers. */
  readonly input?: true;
  /** Whether the result has to say how long it may be kept. */
  readonly cacheable?: true;
}

export interface SideParams {
  readonly required: boolean;
  readonly validate: (value: unknown) => guards.Issue | undefined;
}

export interface SideResult {
  readonly when?: ResultCondition;
  readonly validate: (value: unknown) => guards.Issue | undefined;
}

/** What a side sends, by method, and the guards of it. */
export interface SideSends {
  readonly [method: string]: readonly SideResult[];
}

export type MessageKind =
  "request" | "notification" | "result" | "error" | "invalid";

/**
 * What a message is, by its keys. A guard cannot tell: objects are open, so a
 * request whose id is broken would pass for a notification.
 */
export function classify(message: unknown): MessageKind {
  if (typeof message !== "object" || message === null) return "invalid";
  const form = messageForm(message, Object.hasOwn);
  switch (form) {
    case "notification":
    case "error":
      return form;
    case "request":
    case "result": {
      const id: unknown = Reflect.get(message, "id");
      const hasId = typeof id === "string" || Number.isSafeInteger(id);
      return hasId ? form : "invalid";
    }
    default:
      return "invalid";
  }
}

/** Whether a method is one of the requests: their own keys alone count. */
export function isRequestMethod(method: string): method is keyof Requests {
  return Object.hasOwn(requests, method);
}

/** Whether a method is one of the notifications: their own keys alone count. */
export function isNotificationMethod(
  method: string,
): method is keyof Notifications {
  return Object.hasOwn(notifications, method);
}

/**
 * The type of a result, by the method that it answers; none where the result
 * names a type that is no answer to it.
 */
export function chooseResult<Method extends keyof Requests>(
  method: Method,
  result: object,
): ResultEntry<Requests[Method]["result"]> | undefined {
  const entries: readonly ResultEntry<Requests[Method]["result"]>[] =
    requests[method].results;
  return entries.find(({ when }) => isMeant(when, result));
}
