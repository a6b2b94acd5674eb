/** What a server lists, of each kind: plain and odd. */
export const weather = {
  server: { name: "weather", version: "2.1.0" },
  tools: [
    {
      name: "forecast",
      title: "Forecast",
      description: "The weather in a city. */ @deprecated `${0}`",
      annotations: { readOnlyHint: true },
      _meta: { "com.example/cost": 3 },
      inputSchema: {
        $schema: "https://json-schema.org/draft/2020-12/schema",
        type: "object",
        title: "Not a name",
        properties: {
          city: { type: "string", minLength: 1 },
          days: { type: "integer", minimum: 1, maximum: 7, default: 3 },
        },
        required: ["city"],
        additionalProperties: false,
      },
      outputSchema: {
        type: "object",
        properties: {
          days: {
            type: "array",
            items: {
              type: "object",
              properties: {
                date: { type: "string", format: "date" },
                high: { type: "number" },
                kind: { enum: ["rain", "sun"] },
              },
              required: ["date", "high"],
            },
          },
        },
        required: ["days"],
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
    { name: "__proto__", inputSchema: { type: "object" } },
    { name: "toString", inputSchema: { type: "object" } },
    {
      name: "of an older time/ü",
      inputSchema: {
        $schema: "http://json-schema.org/draft-04/schema#",
        type: "object",
        properties: {
          x: { type: "number", minimum: 0, exclusiveMinimum: true },
        },
      },
    },
    {
      name: "broken",
      inputSchema: {
        type: "object",
        properties: { x: { $ref: "https://example.com/x.json" } },
      },
      outputSchema: { type: "object", properties: { x: { type: "text" } } },
    },
  ],
  prompts: [
    {
      name: "report",
      description: "Writes a report",
      arguments: [
        { name: "city", description: "Where", required: true },
        { name: "tone", title: "Tone" },
      ],
    },
    { name: "plain" },
  ],
  resources: [
    { uri: "weather://stations", name: "stations", mimeType: "text/csv" },
  ],
  resourceTemplates: [
    { uriTemplate: "weather://{city}/history{?year}", name: "history" },
    { uriTemplate: "weather://{a}{b}", name: "ambiguous" },
  ],
};
