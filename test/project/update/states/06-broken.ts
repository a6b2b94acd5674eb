/** The revision that this file defines. */
export const LATEST_PROTOCOL_VERSION = "DRAFT-1";
/** The version of the envelope. */
export const JSONRPC_VERSION = "2.0";

/** Names a request within a connection. */
export type RequestId = string | number;

/** Where a listing goes on: a text that means nothing to who gets it. */
export type Cursor = string;

export interface Request {
  method: string;
  params?: { _meta?: { [key: string]: unknown }; [key: string]: unknown };
}

export interface Notification {
  method: string;
  params?: { _meta?: { [key: string]: unknown }; [key: string]: unknown };
}

export interface Result {
  _meta?: { [key: string]: unknown };
  [key: string]: unknown;
}

export interface JSONRPCRequest extends Request {
  jsonrpc: typeof JSONRPC_VERSION;
  id: RequestId;
}

export interface JSONRPCNotification extends Notification {
  jsonrpc: typeof JSONRPC_VERSION;
}

export interface JSONRPCResponse {
  jsonrpc: typeof JSONRPC_VERSION;
  id: RequestId;
  result: Result;
}

/** There is no such berth in this harbour. */
export const NO_SUCH_BERTH = -32050;

export interface JSONRPCError {
  jsonrpc: typeof JSONRPC_VERSION;
  id: RequestId;
  error: { code: number; message: string; data?: unknown };
}

export type JSONRPCMessage =
  | JSONRPCRequest
  | JSONRPCNotification
  | JSONRPCResponse
  | JSONRPCError;

export type EmptyResult = Result;

/** Who speaks: a vessel, or a harbour. */
export interface Implementation {
  name: string;
  version: string;
}

/** What a vessel can be asked for. */
export interface ClientCapabilities {
  experimental?: { [key: string]: object };
}

/** What a harbour offers. */
export interface ServerCapabilities {
  berths?: object;
  tides?: { observe?: boolean };
}

/** The first request of a vessel that comes into radio range. */
export interface InitializeRequest extends Request {
  method: "initialize";
  params: {
    protocolVersion: string;
    capabilities: ClientCapabilities;
    clientInfo: Implementation;
  };
}

export interface InitializeResult extends Result {
  protocolVersion: string;
  capabilities: ServerCapabilities;
  serverInfo: Implementation;
}

/** The vessel has understood, and begins. */
export interface InitializedNotification extends Notification {
  method: "notifications/initialized";
}

/** Asks whether someone still listens. */
export interface PingRequest extends Request {
  method: "ping";
}

/** How deep a vessel lies, in metres. */
export interface Draft {
  fore: number;
  aft: number;
}

/** A place where a vessel can lie. */
export interface Berth {
  name: string;
  /** The depth at low water, in metres. */
  depth: number;
  /** @minimum 0 */
  length: number;
}

export interface ListBerthsRequest extends Request {
  method: "berths/list";
  params?: { cursor?: Cursor };
}

export interface ListBerthsResult extends Result {
  berths: Berth[];
  nextCursor?: Cursor;
}

/** Asks for a berth, from an hour on. */
export interface ReserveBerthRequest extends Request {
  method: "berths/reserve";
  params: {
    berth: BerthName;
    draft?: Draft;
    /** How long, in hours. */
    hours: number;
    priority: "emergency" | "medical" | "usual";
  };
}

export interface ReserveBerthResult extends Result {
  reservation: string;
  until: string;
}

/** Gives a berth back before its time. */
export interface ReleaseBerthRequest extends Request {
  method: "berths/release";
  params: { reservation: string; reason?: string };
}

/** A reservation that has ended, whoever ended it. */
export interface BerthReleasedNotification extends Notification {
  method: "notifications/berths/released";
  params: { reservation: string };
}

/** The state of the water. */
export type Tide = "rising" | "falling" | ;

/** Begins to tell of the tide. */
export interface SubscribeTideRequest extends Request {
  method: "tides/subscribe";
  params: {
    /**
     * How often, in minutes.
     *
     * @minimum 1
     * @maximum 720
     * @TJS-type integer
     */
    every: number;
  };
}

/** The tide has turned. */
export interface TideNotification extends Notification {
  method: "notifications/tides/turned";
  params: { tide: Tide; height: number };
}

export type ClientRequest =
  | InitializeRequest
  | PingRequest
  | ListBerthsRequest
  | ReserveBerthRequest
  | ReleaseBerthRequest
  | SubscribeTideRequest;
export type ClientNotification = InitializedNotification;
export type ClientResult = EmptyResult;
export type ServerRequest = PingRequest;
export type ServerNotification =
  | TideNotification
  | BerthReleasedNotification;
export type ServerResult =
  | EmptyResult
  | InitializeResult
  | ListBerthsResult
  | ReserveBerthResult;
