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

export interface OtherRequest extends JSONRPCRequest {
  method: "ask";
}

export interface QuestionRequest extends JSONRPCRequest {
  method: "ask";
}

export type ClientRequest = AskRequest | QuestionRequest;

export interface TellRequest extends JSONRPCRequest {
  method: "tell";
}

export interface ToldRequest extends JSONRPCRequest {
  method: "tell";
}

export type Told = TellRequest | ToldRequest;
