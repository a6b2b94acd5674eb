import { envelope, open, type EarlySchema } from "./schema.ts";

/** States with messages. */
export const messages: readonly EarlySchema[] = [
  [
    "no envelope",
    `export interface InitializeRequest { method: "initialize"; params: { version: number } }
export interface InitializeResponse { version: number }
export interface ListRequest { method: "list" }`,
  ],
  [
    "any params",
    `${envelope}

export interface InitializeRequest extends JSONRPCRequest { method: "initialize"; params: any }
export interface InitializeResult { [key: string]: any }
export interface PingRequest extends JSONRPCRequest { method: "ping" }
export type ClientRequest = InitializeRequest | PingRequest;`,
  ],
  [
    "union of one",
    `${envelope}

export interface PingRequest extends JSONRPCRequest { method: "ping" }
export interface PingResult {}
export type ClientRequest = | PingRequest;
export type ServerRequest = (PingRequest);
export type ClientMessage = ClientRequest;`,
  ],
  [
    "batch",
    `${envelope}

export interface PingRequest extends JSONRPCRequest { method: "ping" }
export type ClientRequest = PingRequest;
export type Batch = JSONRPCRequest[];
export type JSONRPCMessage = JSONRPCRequest | JSONRPCNotification | Batch | (JSONRPCRequest | JSONRPCNotification)[];`,
  ],
  [
    "method enum",
    `${envelope}

export enum Method { Ping = "ping", List = "list" }
export interface PingRequest extends JSONRPCRequest { method: Method.Ping }
export interface PingResult { ok: boolean }
export interface ListRequest extends JSONRPCRequest { method: Method.List; params: null }
export interface ListResult { items: string[] }
export type ClientRequest = PingRequest | ListRequest;`,
  ],
  [
    "method const",
    `${envelope}

export const PING = "ping";
export interface PingRequest extends JSONRPCRequest { method: typeof PING; params: string[] }
export type PingResult = string;
export type ClientRequest = PingRequest;`,
  ],
  [
    "method union",
    `${envelope}

export interface AnyRequest extends JSONRPCRequest { method: "a" | "b"; params: { x: string } }
export interface AnyResult { ok: boolean }
export type ClientRequest = AnyRequest;`,
  ],
  [
    "params array",
    `${envelope}

export interface ARequest extends JSONRPCRequest { method: "a"; params: [string, number] }
export interface AResult { x: string }
export interface BRequest extends JSONRPCRequest { method: "b"; params?: string }
export type BResult = string[];
export interface CRequest extends JSONRPCRequest { method: "c"; params: Record<string, any> }
export type CResult = null;
export interface DRequest extends JSONRPCRequest { method: "d"; params: { x: string } | { y: string } }
export type DResult = { a: string } | { b: string };
export interface ERequest extends JSONRPCRequest { method: "e"; params?: never }
export type EResult = unknown;
export interface FRequest extends JSONRPCRequest { method: "f"; params: null }
export type FResult = any;
export interface GRequest extends JSONRPCRequest { method: "g"; params: object }
export type GResult = {};
export interface HRequest extends JSONRPCRequest { method: "h"; params: unknown }
export type HResult = boolean;
export type ClientRequest = ARequest | BRequest | CRequest | DRequest | ERequest | FRequest | GRequest | HRequest;
export type ServerRequest = ClientRequest;`,
  ],
  [
    "notification params",
    `${envelope}

export interface ANotification extends JSONRPCNotification { method: "a"; params: [string] }
export interface BNotification extends JSONRPCNotification { method: "b"; params?: string }
export interface CNotification extends JSONRPCNotification { method: "c"; params: any }
export interface DNotification extends JSONRPCNotification { method: "d" }
export interface ENotification extends JSONRPCNotification { method: "e"; params: { x: string } | null }
export type ClientNotification = ANotification | BNotification | CNotification | DNotification | ENotification;
export type ServerNotification = ClientNotification;`,
  ],
  [
    "weird method names",
    `${envelope}

export interface ARequest extends JSONRPCRequest { method: "$/cancel" }
export interface AResult {}
export interface BRequest extends JSONRPCRequest { method: "" }
export interface BResult {}
export interface CRequest extends JSONRPCRequest { method: "a b/c-d.e\\n" }
export interface CResult {}
export interface DRequest extends JSONRPCRequest { method: "constructor" }
export interface DResult {}
export interface ERequest extends JSONRPCRequest { method: "__proto__" }
export interface EResult {}
export interface _Request extends JSONRPCRequest { method: "u" }
export interface _Result {}
export interface $Request extends JSONRPCRequest { method: "d" }
export interface DeleteRequest extends JSONRPCRequest { method: "delete" }
export interface DeleteResult {}
export type ClientRequest = ARequest | BRequest | CRequest | DRequest | ERequest | _Request | $Request | DeleteRequest;`,
  ],
  [
    "method optional",
    `${envelope}

export interface PingRequest { method?: "ping"; id: number }
export interface PingResult {}
export type ClientRequest = PingRequest;`,
  ],
  [
    "result names",
    `${envelope}

export interface ListToolsRequest extends JSONRPCRequest { method: "tools/list" }
export interface ListToolsResponse { tools: string[] }
export interface CallToolRequest extends JSONRPCRequest { method: "tools/call"; params: { name: string } }
export interface CallToolResult { toolResult: unknown }
export type ClientRequest = ListToolsRequest | CallToolRequest;`,
  ],
  [
    "request generic meta",
    `export interface Request { method: string; params?: { _meta?: { progressToken?: string | number }; [k: string]: unknown } }
export interface JSONRPCRequest extends Request { jsonrpc: "2.0"; id: number }
export interface Notification { method: string; params?: { [k: string]: unknown } }
export interface JSONRPCNotification extends Notification { jsonrpc: "2.0" }
export interface JSONRPCResponse { jsonrpc: "2.0"; id: number; result: Result }
export interface Result { _meta?: { [k: string]: unknown }; [k: string]: unknown }
export interface JSONRPCError { jsonrpc: "2.0"; id: number; error: { code: number; message: string } }
export type JSONRPCMessage = JSONRPCRequest | JSONRPCNotification | JSONRPCResponse | JSONRPCError;
export type ClientRequest = never;
export type ServerRequest = never;`,
  ],
  [
    "union never",
    `export type ClientRequest = never;
export type ServerRequest = {};
export type ClientNotification = any;
export interface A { x: string }`,
  ],
  [
    "merged envelope",
    `${open}

export interface Request { jsonrpc?: "2.0" }
export interface PingRequest extends Request { method: "ping" }
export interface PingRequest { id: number }
export interface PingResult extends Result {}
export interface PingResult { at: Date }
export type ClientRequest = PingRequest;`,
  ],
  [
    "date everywhere",
    `${open}

export interface StampRequest extends Request { method: "stamp"; params: { at: Date; also?: Date | null; list: Date[] } }
export type StampResult = { at: Date } & { until?: Date };
export type ClientRequest = StampRequest;
export interface TickNotification extends Notification { method: "tick"; params: { at: Date } }
export type ServerNotification = TickNotification;
export interface Keyed { [key: string]: Date }
export type Choice = { kind: "date"; value: Date } | { kind: "text"; value: string };
export type When = Date | { from: Date };`,
  ],
  [
    "twice one named",
    `${open}

export interface ListRequest extends Request { method: "list"; params?: { cursor?: string } }
export interface ListResult extends Result { items: string[] }
export interface ListAllRequest extends Request { method: "list" }
export type ClientRequest = ListRequest;`,
  ],
  [
    "twice refined",
    `${open}

export interface ListRequest extends Request { method: "list"; params?: { cursor?: string } }
export interface ListResult extends Result { items: string[] }
export type PagedListRequest = ListRequest & { params: { page: number } };
export interface FullListRequest extends ListRequest { params: { cursor: string } }
export type ClientRequest = PagedListRequest;`,
  ],
  [
    "twice req notif",
    `${open}

export interface CancelRequest extends Request { method: "cancel" }
export interface CancelNotification extends Notification { method: "cancel"; params: { id: number } }
export type ClientNotification = CancelNotification;`,
  ],
  [
    "unions nested",
    `${open}

export interface ARequest extends Request { method: "a" }
export interface BRequest extends Request { method: "b" }
export interface EmptyResult {}
type Basics = ARequest | BRequest;
export type ClientRequest = Basics | (ARequest);
export type ServerRequest = ClientRequest;`,
  ],
  [
    "union inline",
    `${open}

export type ClientRequest = { method: "a"; params: { x: string } } | { method: "b" };
export type ServerNotification = { method: "tick" };`,
  ],
  [
    "interface union name",
    `${open}

export interface ARequest extends Request { method: "a" }
export interface EmptyResult {}
export interface ClientRequest extends ARequest {}`,
  ],
  [
    "result empty alias",
    `${open}

export interface ARequest extends Request { method: "a" }
export type EmptyResult = {};
export type AResult = EmptyResult | Result;
export type ClientRequest = ARequest;
export type ClientResult = EmptyResult;
export type ServerResult = AResult | EmptyResult;`,
  ],
  [
    "jsonrpc id null",
    `export type RequestId = string | number | null;
export const JSONRPC_VERSION = "2.0";
export interface JSONRPCRequest { jsonrpc: typeof JSONRPC_VERSION; id: RequestId; method: string; params?: unknown[] | object }
export interface JSONRPCNotification { jsonrpc: typeof JSONRPC_VERSION; method: string; params?: unknown[] | object }
export interface JSONRPCResponse { jsonrpc: typeof JSONRPC_VERSION; id: RequestId; result?: unknown; error?: { code: number; message: string; data?: any } }
export type JSONRPCMessage = JSONRPCRequest | JSONRPCNotification | JSONRPCResponse;
export interface EchoRequest extends JSONRPCRequest { method: "echo"; params: { text: string } }
export interface EchoResult { text: string }
export interface LogNotification extends JSONRPCNotification { method: "log"; params: ["info" | "error", string] }
export type ClientRequest = EchoRequest;
export type ServerNotification = LogNotification;`,
  ],
  [
    "init minimal",
    `export interface InitializeRequest { method: "initialize" }
export interface InitializeResult {}
export type ClientRequest = InitializeRequest;`,
  ],
  [
    "init any",
    `export interface InitializeRequest { method: "initialize"; params: any }
export type InitializeResult = any;
export interface InitializedNotification { method: "initialized" }
export type ClientRequest = InitializeRequest;
export type ClientNotification = InitializedNotification;
export type ServerNotification = InitializedNotification;`,
  ],
  [
    "caps any",
    `export interface InitializeRequest { method: "initialize"; params: { protocolVersion: string; capabilities: any; clientInfo: Implementation } }
export interface InitializeResult { protocolVersion: string; capabilities: Record<string, any>; serverInfo: Implementation }
export type Implementation = { name: string; version: string };
export interface ListToolsRequest { method: "tools/list" }
export interface ListToolsResult { tools: { name: string }[] }
export interface CallToolRequest { method: "tools/call"; params: { name: string; args: object } }
export type CallToolResult = string;
export interface GetPromptRequest { method: "prompts/get"; params: { name: string } }
export interface GetPromptResult { messages: any[] }
export interface ReadResourceRequest { method: "resources/read"; params: string }
export interface ReadResourceResult { contents: string }
export type ClientRequest = InitializeRequest | ListToolsRequest | CallToolRequest | GetPromptRequest | ReadResourceRequest;`,
  ],
  [
    "sampling",
    `export interface CreateMessageRequest { method: "sampling/createMessage"; params: { messages: any } }
export interface CreateMessageResult { message: Date }
export interface ListRootsRequest { method: "roots/list" }
export type ListRootsResult = { roots: string[] };
export interface ElicitRequest { method: "elicitation/create"; params?: { } }
export type ElicitResult = Record<string, string>;
export type ServerRequest = CreateMessageRequest | ListRootsRequest | ElicitRequest;`,
  ],
  [
    "progress odd",
    `export type ProgressToken = Date;
export interface ProgressNotification { method: "notifications/progress"; params: { progressToken: ProgressToken; progress: string } }
export interface CancelledNotification { method: "notifications/cancelled"; params?: { requestId: string } | null }
export interface LoggingMessageNotification { method: "notifications/message"; params: string }
export type ServerNotification = ProgressNotification | CancelledNotification | LoggingMessageNotification;`,
  ],
  [
    "merged params",
    `${open}
export interface Params { a: string; [key: string]: unknown }
export interface Params { b?: string }
export interface TellRequest extends Request { method: "tell"; params: Params }
export interface EmptyResult {}
export type ClientRequest = TellRequest;`,
  ],
];
