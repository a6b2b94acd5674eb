import type { AskParams } from "./other.ts";

export interface JSONRPCRequest {
  jsonrpc: "2.0";
  id: string;
}

export interface Result {
  [key: string]: unknown;
}

export type EmptyResult = Result;

export interface AskRequest extends JSONRPCRequest {
  method: "ask";
  params: AskParams;
}

export type ClientRequest = AskRequest;
