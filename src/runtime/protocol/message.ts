/** A JSON object from the wire: nothing is known of its values yet. */
export interface JsonObject {
  readonly [key: string]: unknown;
}

/** What an answer is known by. */
export type RequestId = string | number;

/** Asks for an answer. */
export interface RequestMessage {
  /** The version of JSON-RPC. */
  readonly jsonrpc: "2.0";
  /** Comes back with the answer. */
  readonly id: RequestId;
  /** What is asked for. */
  readonly method: string;
  /** What it is asked with. */
  readonly params?: object;
}

/** Tells something, and gets no answer. */
export interface NotificationMessage {
  /** The version of JSON-RPC. */
  readonly jsonrpc: "2.0";
  /** What is told. */
  readonly method: string;
  /** What there is to tell. */
  readonly params?: object;
}

/** The answer to a request that went well. */
export interface ResultMessage {
  /** The version of JSON-RPC. */
  readonly jsonrpc: "2.0";
  /** The id of the request that it answers. */
  readonly id: RequestId;
  /** What the request came to. */
  readonly result: object;
}

/** The answer to a request that did not. */
export interface ErrorMessage {
  /** The version of JSON-RPC. */
  readonly jsonrpc: "2.0";
  /** Absent or null when the request's own id could not be read. */
  readonly id?: RequestId | null;
  /** Why the request failed. */
  readonly error: ErrorObject;
}

/** What went wrong, as it travels. */
export interface ErrorObject {
  /** Which error it is. */
  readonly code: number;
  /** What it says, in a sentence. */
  readonly message: string;
  /** What it says besides. */
  readonly data?: unknown;
}

/** What a transport carries. */
export type Message =
  RequestMessage | NotificationMessage | ResultMessage | ErrorMessage;

/** Whether a value from the wire is an object, and no array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What is read of a value's fields: those of an object, else none. */
export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** Whether a value from the wire can be the id of a request. */
export function isRequestId(value: unknown): value is RequestId {
  // An unsafe integer would be echoed as another number.
  return typeof value === "string" || Number.isSafeInteger(value);
}

/** Whether an answer has the id of a request: some servers give it back as text. */
export function isIdOf(id: RequestId, given: unknown): boolean {
  return given === id || (typeof id === "number" && given === String(id));
}

/** True if `await` would wait for the value: a promise, or anything else with `then`. */
export function isPromiseLike<Value>(
  value: Value | PromiseLike<Value>,
): value is PromiseLike<Value> {
  const canHaveThen =
    (typeof value === "object" && value !== null) ||
    typeof value === "function";
  return canHaveThen && "then" in value && typeof value.then === "function";
}

/** The `_meta` of params or of a result; empty when there is none. */
export function metaOf(value: unknown): JsonObject {
  return objectOf(objectOf(value)["_meta"]);
}

/** A request without `params` when there are none. */
export function createRequest(
  id: RequestId,
  method: string,
  params: object | undefined,
): RequestMessage {
  // Literals: a spread would cost more than the rest of sending it.
  return params === undefined
    ? { jsonrpc: "2.0", id, method }
    : { jsonrpc: "2.0", id, method, params };
}

/** A notification without `params` when there are none. */
export function createNotification(
  method: string,
  params: object | undefined,
): NotificationMessage {
  return params === undefined
    ? { jsonrpc: "2.0", method }
    : { jsonrpc: "2.0", method, params };
}
