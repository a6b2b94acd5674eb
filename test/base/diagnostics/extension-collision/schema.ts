import type { JSONRPCRequest } from "@modelcontextprotocol/core";

/** Another thing than the core's, of the same name. */
export interface Tool {
  blade: string;
  handle: string;
}

export interface RunWidgetRequest extends JSONRPCRequest {
  method: "tools/call";
  params: { tool: Tool };
}

export interface RunWidgetResult {
  cut: boolean;
}

export interface ProgressRequest extends JSONRPCRequest {
  method: "widgets/progress";
}

export interface ProgressResult {
  done: number;
}

export interface Shape {
  sides: number;
}
