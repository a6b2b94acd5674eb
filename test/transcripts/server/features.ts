import { Ajv2020 } from "ajv/dist/2020.js";
import {
  audio,
  elicit,
  createMessage,
  fromAjv,
  image,
  inputRequired,
  jsonSchema,
  link,
  listRoots,
  prompt,
  ProtocolError,
  resource,
  resourceTemplate,
  structured,
  text,
  tool,
  user,
  assistant,
  type Feature,
} from "../subject.ts";

const ajv = fromAjv(new Ajv2020({ keywords: ["x-mcp-header"] }));

const numbers = jsonSchema<{ a: number; b: number }>(
  {
    type: "object",
    properties: { a: { type: "number" }, b: { type: "number" } },
    required: ["a", "b"],
  },
  ajv,
);

const sum = jsonSchema<{ sum: number }>(
  {
    type: "object",
    properties: { sum: { type: "number" } },
    required: ["sum"],
  },
  ajv,
);

const place = jsonSchema<{ region?: string; days?: number }>(
  {
    type: "object",
    properties: {
      region: { type: "string", "x-mcp-header": "Region" },
      days: { type: "integer" },
    },
  },
  ajv,
);

const dateForm = {
  message: "When?",
  requestedSchema: {
    type: "object" as const,
    properties: {
      date: { type: "string" as const, title: "Date", default: "today" },
      seats: { type: "integer" as const, minimum: 1, maximum: 9 },
    },
    required: ["date"],
  },
};

const question = {
  maxTokens: 20,
  messages: [
    { role: "user" as const, content: { type: "text" as const, text: "Why?" } },
  ],
};

/** Tools that answer, in every way in which a tool can. */
export const answeringTools: readonly Feature[] = [
  tool(
    "add",
    { title: "Add", description: "Adds", input: numbers, output: sum },
    ({ a, b }) => structured({ sum: a + b }),
  ),
  tool("wrong", { output: sum }, () => structured({ sum: "much" as never })),
  tool("say", { annotations: { readOnlyHint: true } }, () => "said"),
  tool("show", {}, () => [
    text("shown"),
    image(new Uint8Array([1, 2, 3]), "image/png"),
    audio(new Uint8Array([4, 5]), "audio/wav"),
    link({ uri: "note://one", name: "one" }),
  ]),
  tool("fail", {}, () => ({ isError: true, content: [text("failed")] })),
  tool("throw", {}, () => {
    throw new Error("thrown for the model");
  }),
  tool("crash", {}, () => {
    throw new TypeError("never told");
  }),
  tool("refuse", {}, () => {
    throw new ProtocolError(-32_050, "refused", { why: "data" });
  }),
  tool("local", { input: place }, ({ region = "nowhere" }) => region),
  tool("count", {}, async (_, context) => {
    for (let told = 1; told <= 3; told++) {
      await Promise.resolve();
      context.progress(told, 3, `step ${told}`);
      context.log(told === 3 ? "error" : "info", { told }, "counter");
    }
    return "counted";
  }),
  tool("wait", {}, (_, context) => {
    context.progress(1);
    return new Promise<string>((resolve) =>
      context.signal.addEventListener("abort", () => resolve("too late")),
    );
  }),
];

/** Tools that ask the client before they answer, in either form. */
export const askingTools: readonly Feature[] = [
  tool("book", {}, (_, context) => {
    const answers = context.inputResponses;
    if (answers?.["why"] || answers?.["where"])
      return `booked: ${JSON.stringify([context.state, answers])}`;
    return answers?.["when"]
      ? inputRequired(
          { why: createMessage(question), where: listRoots() },
          { round: 2, when: answers["when"] },
        )
      : inputRequired({ when: elicit(dateForm) }, { round: 1 });
  }),
  tool("think", {}, (_, context) => {
    const answers = context.inputResponses;
    return answers?.["why"] && answers["where"]
      ? `thought: ${JSON.stringify(answers)}`
      : inputRequired({ why: createMessage(question), where: listRoots() });
  }),
  tool("muse", {}, async (_, context) => {
    const roots = await context.listRoots("where");
    const why = await context.createMessage("why", question);
    return JSON.stringify({ roots, why });
  }),
  tool("ask", {}, async (_, context) => {
    const when = await context.elicit("when", dateForm);
    const roots = await context.listRoots("where");
    const why = await context.createMessage("why", question);
    return JSON.stringify({ when, roots, why });
  }),
];

export const resources: readonly Feature[] = [
  resource(
    "note://one",
    { name: "one", title: "One", mimeType: "text/plain" },
    () => "first",
  ),
  resource(
    "note://bytes",
    { name: "bytes", mimeType: "application/octet-stream" },
    () => new Uint8Array([0, 255]),
  ),
  resource("note://many", { name: "many", ttlMs: 5_000 }, (uri) => [
    "one",
    { uri: `${uri}/two`, text: "two", mimeType: "text/markdown" },
  ]),
  resource("note://broken", { name: "broken" }, () => {
    throw new Error("broken");
  }),
  resourceTemplate(
    "city://{city}/year{?year}",
    {
      name: "city",
      complete: {
        city: (typed) =>
          ["Oslo", "Odessa", "Rome"].filter((city) => city.startsWith(typed)),
      },
    },
    ({ city, year = "any" }) =>
      city === "Nowhere" ? undefined : `${city} in ${year}`,
  ),
];

export const prompts: readonly Feature[] = [
  prompt(
    "report",
    {
      description: "Reports",
      arguments: {
        city: { required: true, description: "Where" },
        tone: { complete: () => ["dry", "sunny"] },
      },
    },
    ({ city, tone = "dry" }) => [
      user(`A ${tone} report of ${city}.`),
      assistant("Gladly."),
    ],
  ),
  prompt("plain", { title: "Plain" }, () => "plainly"),
];
