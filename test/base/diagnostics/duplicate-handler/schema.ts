export interface JSONRPCRequest {
  jsonrpc: "2.0";
  id: string | number;
  method: string;
  params?: { [key: string]: unknown };
}

export interface EmptyResult {}

export interface AskRequest extends JSONRPCRequest {
  method: "ask";
}

export interface askRequest extends JSONRPCRequest {
  method: "ask/again";
}

export type ClientRequest = AskRequest | askRequest;
