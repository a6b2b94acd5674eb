export interface JSONRPCRequest {
  jsonrpc: "2.0";
  id: string | number;
  method: string;
  params?: { [key: string]: unknown };
}

export interface PingRequest extends JSONRPCRequest {
  method: "ping";
}

export interface LostRequest extends JSONRPCRequest {
  method: "lost/get";
}

export interface EmptyResult {}
export interface PingResult {}
export interface LostResult {}
export type ClientRequest = PingRequest;
