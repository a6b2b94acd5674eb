import { describe, expect, test } from "vitest";
import { createClient, type Client } from "../../generated/index.ts";
import {
  createEraCache,
  httpTransport,
} from "../../src/runtime/http-client.ts";
import { text } from "./features/feature.ts";
import type { OfficialPlace } from "./http/official-place.ts";
import { callsOf } from "./http/requests.ts";
import { v1Place } from "./http/v1-place.ts";
import { v2Place } from "./http/v2-place.ts";
import { info, note } from "./servers/offer.ts";
import { patient } from "../runtime/wait.ts";

async function connectTo({ target }: OfficialPlace): Promise<Client> {
  const { url, fetch } = target;
  const client = createClient({ info, onError() {} });
  const eras = createEraCache();
  const reconnect = { delayMs: 50, maxDelayMs: 100, attempts: 20 };
  await client.connect(httpTransport({ url, fetch, eras, reconnect }));
  return client;
}

/** Does what there is to hear of. */
async function change(client: Client, name: string): Promise<void> {
  await client.callTool({ name: "touch", arguments: { uri: note.uri } });
  await client.callTool({ name: "grow", arguments: { name } });
}

/** Whether the server knows that the client wants to hear no more. */
function isTold({ exchanges }: OfficialPlace): boolean {
  const [listening] = callsOf(exchanges, "subscriptions/listen");
  return listening
    ? listening.isOver
    : callsOf(exchanges, "resources/unsubscribe").length === 1;
}

const told = [
  "notifications/resources/updated",
  "notifications/tools/list_changed",
];

const servers: Readonly<Record<string, () => Promise<OfficialPlace>>> = {
  "v1 with sessions": () => v1Place("sessions"),
  "v1 over SSE": () => v1Place("sse"),
  "v2 with sessions": () => v2Place("sessions"),
  "v2 strict": () => v2Place("strict"),
};

describe("our client listens over HTTP to", () => {
  test.each(Object.keys(servers))("%s", async (name) => {
    const place = await servers[name]?.();
    if (!place) throw new Error(`there is no server ${name}`);
    const client = await connectTo(place);
    const filter = {
      toolsListChanged: true,
      resourceSubscriptions: [note.uri],
    };
    const subscription = await client.listen(filter);
    expect(subscription.notifications).toEqual(filter);
    const heard: string[] = [];
    const reading = (async () => {
      for await (const { method } of subscription) heard.push(method);
    })();
    await change(client, "grown");
    await expect.poll(() => [...heard].sort(), patient).toEqual(told);
    await subscription.close();
    await reading;
    expect(heard).toHaveLength(told.length);
    await expect.poll(() => isTold(place), patient).toBe(true);
    await client.close();
    await place.close();
  });
});

test("our client listens again to the official server v2 that was started again", async () => {
  const place = await v2Place("strict");
  const client = await connectTo(place);
  const subscription = await client.listen(
    { toolsListChanged: true },
    { reconnect: true },
  );
  const heard: string[] = [];
  const reading = (async () => {
    for await (const { method } of subscription) heard.push(method);
  })();
  await place.restart();
  const listens = (): number =>
    callsOf(place.exchanges, "subscriptions/listen").length;
  await expect.poll(listens, patient).toBe(2);
  await client.callTool({ name: "grow", arguments: { name: "grown" } });
  await expect
    .poll(() => heard, patient)
    .toEqual(["notifications/tools/list_changed"]);
  await subscription.close();
  await reading;
  await client.close();
  await place.close();
});

test("our client asks the official server v2 for headers that it did not know of", async () => {
  const place = await v2Place("strict");
  const client = await connectTo(place);
  const region = "sør-øst";
  const { content } = await client.callTool({
    name: "regional",
    arguments: { region },
  });
  expect(content).toEqual(text(region));
  const calls = callsOf(place.exchanges, "tools/call", "regional");
  expect(
    calls.map(({ requestHeaders }) => requestHeaders.get("mcp-param-region")),
  ).toEqual([null, "=?base64?c8O4ci3DuHN0?="]);
  expect(calls[0]?.text).toContain("-32020");
  expect(callsOf(place.exchanges, "tools/list")).toHaveLength(1);
  await client.close();
  await place.close();
});
