import {
  Client as V2Client,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { Client as V1Client } from "@modelcontextprotocol/sdk/client/index.js";
import { SSEClientTransport } from "@modelcontextprotocol/sdk/client/sse.js";
import { StreamableHTTPClientTransport as V1Transport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { describe, expect, test } from "vitest";
import { listen } from "../../src/runtime/http-node.ts";
import type { Server } from "../../src/runtime/index.ts";
import { createV1Driver } from "./clients/v1.ts";
import { recordFetch } from "./http/exchanges.ts";
import { endpointUrl } from "./http/place.ts";
import { callsOf } from "./http/requests.ts";
import { generatedRevisions } from "./revision.ts";
import { info } from "./servers/offer.ts";
import { createInteropServer } from "./servers/our-server.ts";
import { createSingleServer } from "./servers/single-server.ts";

const revisions = generatedRevisions();
const newest = revisions.at(-1)?.id ?? "";
const handshakes = revisions
  .filter(({ hasFact }) => hasFact("sessions"))
  .map(({ id }) => id);
const newestHandshake = handshakes.at(-1);

type Mode = "auto" | "legacy" | { readonly pin: string };

/** What the official client v2 agrees on with a server, and how it got there. */
async function agreed(
  server: Server,
  mode: Mode,
): Promise<{ revision: string | undefined; probes: number[] }> {
  const running = await listen(server, { port: 0 });
  const { fetch, exchanges } = recordFetch();
  const client = new V2Client(info, { versionNegotiation: { mode } });
  try {
    const url = endpointUrl(running, "http");
    await client.connect(new StreamableHTTPClientTransport(url, { fetch }));
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain("echo");
    return {
      revision: client.getNegotiatedProtocolVersion(),
      probes: callsOf(exchanges, "server/discover").map(({ status }) => status),
    };
  } finally {
    await client.close();
    await running.close();
  }
}

describe("the official client v2 and our server over HTTP agree", () => {
  test.each<[Mode, string | undefined, number[]]>([
    ["auto", newest, [200]],
    [{ pin: newest }, newest, [200]],
    ["legacy", newestHandshake, []],
  ])("on every revision, when it is %j", async (mode, revision, probes) => {
    const found = await agreed(createInteropServer(), mode);
    expect(found).toEqual({ revision, probes });
  });

  test.each(handshakes)("on %s alone, when it probes", async (id) => {
    const { revision, probes } = await agreed(createSingleServer(id), "auto");
    expect(revision).toBe(id);
    expect(probes).toEqual([400]);
  });

  test.each(handshakes)("on %s alone, when it shakes hands", async (id) => {
    const { revision } = await agreed(createSingleServer(id), "legacy");
    expect(revision).toBe(id);
  });

  test(`on ${newest} alone`, async () => {
    const { revision } = await agreed(createSingleServer(newest), "auto");
    expect(revision).toBe(newest);
  });

  test("on nothing, when it shakes hands and there are no handshakes", async () => {
    await expect(agreed(createSingleServer(newest), "legacy")).rejects.toThrow(
      newest,
    );
  });
});

test.each(handshakes)(
  "the official client v1 takes the counter-offer %s over HTTP",
  async (id) => {
    const running = await listen(createSingleServer(id), { port: 0 });
    const [other = ""] = handshakes.filter((one) => one !== id);
    const driver = createV1Driver(other);
    const { fetch } = recordFetch();
    const url = endpointUrl(running, "http");
    await driver.connect({ transport: "http", url, fetch });
    expect(driver.revision).toBe(id);
    expect(await driver.listTools()).toMatchObject([{ name: "echo" }]);
    await driver.close();
    await running.close();
  },
);

test("the first revision, whose transport it is not, is spoken over Streamable HTTP", async () => {
  const running = await listen(createInteropServer(), { port: 0 });
  const driver = createV1Driver("2024-11-05");
  const { fetch } = recordFetch();
  const url = endpointUrl(running, "http");
  await driver.connect({ transport: "http", url, fetch });
  expect((await driver.listTools()).length).toBeGreaterThan(0);
  expect(handshakes.concat("2024-11-05")).toContain(driver.revision);
  await driver.close();
  await running.close();
});

test("a client that tries the new transport first falls back to HTTP with SSE", async () => {
  const running = await listen(createInteropServer(), { port: 0, sse: {} });
  const url = endpointUrl(running, "sse");
  const first = new V1Client(info);
  // Their types are not exactly optional.
  const refused = first.connect(new V1Transport(url) as never);
  await expect(refused).rejects.toMatchObject({ code: 405 });
  const second = new V1Client(info);
  await second.connect(new SSEClientTransport(url));
  expect((await second.listTools()).tools.length).toBeGreaterThan(0);
  await second.close();
  await running.close();
});
