export interface ListToolsRequest {
  method: "tools/list";
}

export interface ListToolsResult {
  tools: Tool[];
}

export interface Tool {
  name: number;
}

export interface CallToolRequest {
  method: "tools/call";
  params: { name: string };
}

export interface CallToolResult {
  content: string[];
}

export interface GetPromptRequest {
  method: "prompts/get";
  params: { name: string };
}

export interface GetPromptResult {
  messages: string[];
}

export type ClientRequest =
  ListToolsRequest | CallToolRequest | GetPromptRequest;
