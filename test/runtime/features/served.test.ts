import { describe, expect, test } from "vitest";
import { z } from "zod";
import * as r2024 from "../../../generated/2024-11-05/index.ts";
import * as r2025a from "../../../generated/2025-03-26/index.ts";
import * as r2025b from "../../../generated/2025-06-18/index.ts";
import * as r2025c from "../../../generated/2025-11-25/index.ts";
import * as r2026 from "../../../generated/2026-07-28/index.ts";
import {
  connect,
  createServer,
  elicit,
  inputRequired,
  prompt,
  resource,
  resourceTemplate,
  structured,
  text,
  tool,
  type Feature,
} from "../../../generated/index.ts";

const info = { name: "weather", version: "1.0.0" };

const later = tool("later", {}, () => "later");
const features: Feature[] = [
  tool(
    "forecast",
    {
      description: "Tomorrow's weather",
      input: z.object({ city: z.string() }),
      output: z.object({ celsius: z.number() }),
    },
    ({ city }) => structured({ celsius: city.length }),
  ),
  tool("fail", {}, () => {
    throw new Error("No such city");
  }),
  tool("ask", {}, async (_, context) => {
    const answer = await context.elicit("name", {
      message: "Who?",
      requestedSchema: { type: "object", properties: {} },
    });
    return `asked: ${answer.action}`;
  }),
  tool("askByResult", {}, (_, { inputResponses }) => {
    if (inputResponses) return Object.keys(inputResponses).join();
    const requestedSchema = { type: "object" as const, properties: {} };
    return inputRequired({
      name: elicit({ message: "Who?", requestedSchema }),
    });
  }),
  resource("weather://today", { name: "Today" }, () => "Sun"),
  resourceTemplate(
    "weather://{city}",
    { name: "City", complete: { city: ["Oslo", "Rome"] } },
    ({ city }) => (city === "Rome" ? new Uint8Array([1]) : undefined),
  ),
  prompt(
    "travel",
    { arguments: { city: { required: true, complete: ["Rome"] } } },
    ({ city }) => `Plan a day in ${city}`,
  ),
];

const revisions = [
  ["2024-11-05", r2024, {}],
  ["2025-03-26", r2025a, {}],
  ["2025-06-18", r2025b, { structured: true, asks: true }],
  ["2025-11-25", r2025c, { structured: true, asks: true, inputErrors: true }],
  [
    "2026-07-28",
    r2026,
    { structured: true, asks: true, inputErrors: true, notFound: -32602 },
  ],
] as [string, { createClient: unknown }, Says][];

/** What a revision has that others lack. */
interface Says {
  readonly structured?: true;
  readonly asks?: true;
  readonly inputErrors?: true;
  readonly notFound?: number;
}

async function open(
  stubs: { createClient: unknown },
  { asks }: Says,
  toolListChanged = () => {},
) {
  const errors: Error[] = [];
  const server = createServer({
    info,
    features,
    pageSize: 3,
    onError: (error) => errors.push(error),
  });
  // The modules of all revisions have the same form as far as it is used here.
  const createClient = stubs.createClient as typeof r2025c.createClient;
  const client = createClient({
    info,
    capabilities: asks ? { elicitation: { form: {} } } : {},
    handlers: {
      toolListChanged,
      ...(asks && { elicit: () => ({ action: "decline" as const }) }),
    },
  });
  await connect(server, client);
  return { server, client, errors };
}

describe.each(revisions)("features served in %s", (revision, stubs, says) => {
  test("are listed page by page", async () => {
    const { client } = await open(stubs, says);
    expect(client.protocolVersion).toBe(revision);
    const first = await client.listTools();
    const { nextCursor = "" } = first;
    const second = await client.listTools({ cursor: nextCursor });
    const names = [...first.tools, ...second.tools].map(({ name }) => name);
    expect(names).toEqual(["forecast", "fail", "ask", "askByResult"]);
    await expect(client.listTools({ cursor: "x" })).rejects.toMatchObject({
      code: -32602,
    });
    const { resources } = await client.listResources();
    expect(resources).toMatchObject([{ uri: "weather://today" }]);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates).toMatchObject([{ name: "City" }]);
    const { prompts } = await client.listPrompts();
    expect(prompts).toMatchObject([{ name: "travel" }]);
    await client.close();
  });

  test("are called as the revision says", async () => {
    const { client, errors } = await open(stubs, says);
    const good = { name: "forecast", arguments: { city: "Rome" } };
    const result = await client.callTool(good);
    expect(result.content).toEqual([text('{"celsius":4}')]);
    if (says.structured)
      expect(result.structuredContent).toEqual({ celsius: 4 });
    const bad = client.callTool({ name: "forecast", arguments: { city: 1 } });
    if (says.inputErrors) expect(await bad).toMatchObject({ isError: true });
    else await expect(bad).rejects.toMatchObject({ code: -32602 });
    await expect(client.callTool({ name: "other" })).rejects.toMatchObject({
      code: -32602,
    });
    expect(errors).toEqual([]);
    expect(await client.callTool({ name: "fail" })).toMatchObject({
      content: [text("No such city")],
      isError: true,
    });
    expect(errors).toEqual([new Error("No such city")]);
    await client.close();
  });

  test("are read, filled and completed", async () => {
    const { client } = await open(stubs, says);
    const read = (uri: string) => client.readResource({ uri });
    expect(await read("weather://today")).toMatchObject({
      contents: [{ uri: "weather://today", text: "Sun" }],
    });
    expect(await read("weather://Rome")).toMatchObject({
      contents: [{ uri: "weather://Rome", blob: "AQ==" }],
    });
    await expect(read("weather://Oslo")).rejects.toMatchObject({
      code: says.notFound ?? -32002,
      data: { uri: "weather://Oslo" },
    });
    const city = { city: "Rome" };
    expect(
      await client.getPrompt({ name: "travel", arguments: city }),
    ).toMatchObject({
      messages: [{ role: "user", content: text("Plan a day in Rome") }],
    });
    await expect(client.getPrompt({ name: "travel" })).rejects.toMatchObject({
      code: -32602,
    });
    const argument = { name: "city", value: "o" };
    const uri = "weather://{city}";
    const variable = { ref: { type: "ref/resource", uri }, argument } as const;
    expect(await client.complete(variable)).toMatchObject({
      completion: { values: ["Oslo"], total: 1, hasMore: false },
    });
    await client.close();
  });

  test("change while it runs", async () => {
    let hear = (): void => {};
    const heard = new Promise<void>((resolve) => (hear = resolve));
    const { server, client } = await open(stubs, says, () => hear());
    if (stubs === r2026) await client.listen({ toolsListChanged: true });
    server.add(later);
    await heard;
    expect(await client.callTool({ name: "later" })).toMatchObject({
      content: [text("later")],
    });
    expect(server.remove(later)).toBe(true);
    await expect(client.callTool({ name: "later" })).rejects.toMatchObject({
      code: -32602,
    });
    await client.close();
  });
});

const asking = revisions.filter(([, , { asks }]) => asks);

test.each(asking)("a tool asks in mid-call in %s", async (_, stubs, says) => {
  const { client, errors } = await open(stubs, says);
  expect(await client.callTool({ name: "ask" })).toMatchObject({
    content: [text("asked: decline")],
  });
  expect(await client.callTool({ name: "askByResult" })).toMatchObject({
    content: [text("name")],
  });
  expect(errors).toEqual([]);
  await client.close();
});
