import type { InputRequests, JSONRPCRequest, Result } from "./spec.types.js";

export interface AskWidgetRequest extends JSONRPCRequest {
  method: "widgets/ask";
  params: { questions: InputRequests };
}

export type AskWidgetResult = Result;
