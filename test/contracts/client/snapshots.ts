import type { Snapshot } from "../../../src/contracts/snapshot/index.ts";

const city = { type: "string", description: "Where */ it is" };

/** A server with something of everything. */
export const weather: Snapshot = {
  formatVersion: 1,
  server: { name: "weather", version: "1.0.0" },
  protocolVersion: "2025-11-25",
  tools: [
    {
      name: "forecast",
      description: "The forecast of a city.",
      inputSchema: {
        type: "object",
        properties: { city, days: { type: "integer", minimum: 1 } },
        required: ["city"],
        additionalProperties: false,
      },
      outputSchema: {
        type: "object",
        properties: { high: { type: "number" } },
        required: ["high"],
      },
    },
    {
      name: "get-sum",
      inputSchema: {
        type: "object",
        properties: { a: { type: "number" }, b: { type: "number" } },
        required: ["a", "b"],
      },
    },
    { name: "client", inputSchema: { type: "object" } },
  ],
  prompts: [
    {
      name: "weekly-report",
      arguments: [{ name: "city", required: true }, { name: "tone" }],
    },
  ],
  resources: [{ name: "now", uri: "weather://now" }],
  resourceTemplates: [
    {
      name: "history",
      uriTemplate: "weather://history/{city}{?year,tags*}",
    },
  ],
};

/** Names and texts that try to get out of where they are put. */
export const hostile: Snapshot = {
  ...weather,
  server: { name: '*/ evil(); "', version: "1\n// evil" },
  protocolVersion: "\u2028evil()",
  tools: [
    ...["__proto__", "constructor", "then", "toString", "class"],
    ...["close", "tools", "tool", "call_tool", "drift", "error", "promise"],
    ...['"); evil(); ("', "*/ evil(); /*", "${evil}`", "\\u0022", "\u202e"],
    ...["a-b", "a_b", "A B", "", "\ud800"],
  ]
    .filter((name) => name !== "")
    .map((name) => ({
      name,
      description: `*/ evil() /* \n@ts-ignore\n * @deprecated {@link x} \u2028 \u202e ${name}`,
      inputSchema: {
        type: "object",
        title: "*/ Evil",
        properties: {
          [name]: { const: `*/ \${evil} ${name}` },
          "a\nb": { type: "string", default: "*/" },
        },
      },
      outputSchema: { type: "object", description: "*/ evil()" },
    })),
  prompts: [
    { name: "__proto__", arguments: [{ name: "__proto__", required: true }] },
    { name: "*/ evil()", arguments: [{ name: '"]: evil', description: "*/" }] },
  ],
  resources: [{ name: "x", uri: '"; evil(); "' }],
  resourceTemplates: [
    { name: "__proto__", uriTemplate: "x://{a}" },
    { name: "same", uriTemplate: "x://{__proto__}" },
    { name: "same", uriTemplate: "x://*/evil/{a}" },
    { name: "no template", uriTemplate: "x://{" },
  ],
};
