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

export interface AskAgainRequest extends JSONRPCRequest {
  method: "ask";
  params: { again: number };
}

export interface OldAskRequest extends JSONRPCRequest {
  method: "ask";
}

export interface TellRequest extends JSONRPCRequest {
  method: "tell";
}

export interface ToldRequest extends JSONRPCRequest {
  method: "tell";
}

export type ClientRequest = AskAgainRequest;
export type ServerRequest = TellRequest | ToldRequest;
