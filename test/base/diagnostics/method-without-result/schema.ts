export interface JSONRPCRequest {
  jsonrpc: "2.0";
  id: string | number;
  method: string;
  params?: { [key: string]: unknown };
}

export interface AskRequest extends JSONRPCRequest {
  method: "ask";
}

export type ClientRequest = AskRequest;
