/** A kind of message: valid ones of many shapes, and one flaw for each. */
export interface Messages {
  readonly title: string;
  /** The type that they are of. */
  readonly type: string;
  readonly valid: readonly unknown[];
  readonly invalid: readonly unknown[];
}

/** Everything has gone through JSON, as a message on the wire has. */
export function messages(): Messages[] {
  return [
    kind(
      "tools/call request, 385 bytes",
      "CallToolRequest",
      64,
      callRequest,
      (request) => ({ ...request, params: { ...request.params, name: 7 } }),
    ),
    kind(
      "progress notification",
      "ProgressNotification",
      64,
      progress,
      (notification) => ({
        ...notification,
        params: { ...notification.params, progress: "half" },
      }),
    ),
    kind(
      "tools/list result, 50 uniform tools, 40 kB",
      "ListToolsResult",
      4,
      uniformList,
      withWrongTool,
    ),
    kind(
      "tools/list result, 50 varied tools, 40 kB",
      "ListToolsResult",
      4,
      variedList,
      withWrongTool,
    ),
    kind(
      "tools/call result, 100 kB of text",
      "CallToolResult",
      16,
      callResult,
      (result) => ({
        ...result,
        content: [...result.content, { type: "text" }],
      }),
    ),
  ];
}

function kind<T>(
  title: string,
  type: string,
  count: number,
  make: (n: number) => T,
  spoil: (message: T) => unknown,
): Messages {
  const made = Array.from({ length: count }, (_, n) => make(n));
  return {
    title,
    type,
    valid: made.map(parsed),
    invalid: made.map(spoil).map(parsed),
  };
}

function parsed(message: unknown): unknown {
  return JSON.parse(JSON.stringify(message)) as unknown;
}

function callRequest(n: number) {
  const request = {
    jsonrpc: "2.0",
    id: n % 3 === 0 ? `request-${n}` : n,
    method: "tools/call",
    params: {
      name: `tool_${n}`,
      arguments: {
        location: { latitude: 52.52 + n, longitude: 13.4 },
        days: n,
        units: n % 2 === 0 ? "metric" : "imperial",
        include: ["wind", "rain", "pressure"],
        text: "",
      },
      ...(n % 4 !== 0 && {
        _meta: { progressToken: n % 8 === 1 ? `token-${n}` : n },
      }),
    },
  };
  const missing = 385 - JSON.stringify(request).length;
  request.params.arguments.text = "x".repeat(missing);
  return request;
}

function progress(n: number) {
  return {
    method: "notifications/progress",
    params: {
      progressToken: n % 4 === 0 ? `token-${n}` : n,
      progress: n % 3 === 0 ? n / 10 : n,
      ...(n % 2 === 0 && { total: 100 }),
      ...(n % 5 !== 0 && { message: `step ${n} of 100` }),
    },
    jsonrpc: "2.0",
  };
}

function uniformList(n: number) {
  return {
    tools: Array.from({ length: 50 }, (_, i) => uniformTool(i + n * 50)),
  };
}

function uniformTool(n: number): Tool {
  return {
    name: `tool_${n}`,
    title: `Tool ${n}`,
    description: "What the tool does, told at some length. ".repeat(8),
    inputSchema: {
      type: "object",
      properties: schemaProperties(4),
      required: ["p0", "p1"],
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  };
}

interface Tool {
  name: string;
  inputSchema: object;
  [key: string]: unknown;
}

function variedList(n: number) {
  const tools = Array.from({ length: 50 }, (_, i) =>
    variedTool(i * 7 + n * 50),
  );
  return n % 2 === 0 ? { tools } : { nextCursor: `page-${n}`, tools };
}

/** Other keys, in another order, from one tool to the next. */
function variedTool(n: number): Tool {
  const optional = [
    { title: `Tool ${n}` },
    {
      description: "What the tool does, told at some length. ".repeat(
        4 + (n % 9),
      ),
    },
    {
      annotations:
        n % 3 === 0
          ? { destructiveHint: true }
          : { title: "T", idempotentHint: true },
    },
    {
      icons: [
        { src: "https://example.com/a.png", sizes: ["48x48", "any"] },
        { src: "data:,", mimeType: "image/png" },
      ],
    },
    { outputSchema: { type: "object", properties: schemaProperties(n % 4) } },
    { execution: { taskSupport: "optional" } },
    { _meta: { "example.com/owner": `team-${n}` } },
    { "x-extension": [n, null, { deep: true }] },
  ];
  const kept = optional.filter((_, bit) => ((n * 37) >> bit) % 2 === 0);
  const needed = {
    name: `tool_${n}`,
    inputSchema: {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      properties: schemaProperties(2 + (n % 5)),
      type: "object",
    },
  };
  const parts =
    n % 2 === 0 ? [needed, ...kept] : [...kept.toReversed(), needed];
  return Object.assign({}, ...parts) as Tool;
}

function schemaProperties(count: number): object {
  const entries = Array.from({ length: count }, (_, i) => [
    `p${i}`,
    i % 2 === 0
      ? { type: "string", description: "What the argument means to the tool." }
      : { type: "array", items: { type: "number", minimum: 0 }, maxItems: 10 },
  ]);
  return Object.fromEntries(entries) as object;
}

/** The flaw stands in the last tool: all before it have to be looked at. */
function withWrongTool(list: { tools: Tool[] }) {
  const [last, ...others] = list.tools.toReversed();
  return {
    ...list,
    tools: [...others, { ...last, inputSchema: { type: "array" } }],
  };
}

function callResult(n: number) {
  const blocks = 1 + (n % 3);
  const text = "All work and no play. ".repeat(
    Math.ceil(100_000 / 22 / blocks),
  );
  const content = Array.from({ length: blocks }, (_, i) => ({
    type: "text",
    text: `${n} ${text}`,
    ...(i === 1 && {
      annotations: { audience: ["user", "assistant"], priority: 0.5 },
    }),
  }));
  return { content, ...(n % 2 === 0 && { isError: false }) };
}
