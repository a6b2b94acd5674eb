import { describe, expect, test } from "vitest";
import * as r2025_11_25 from "../../generated/2025-11-25/index.ts";
import * as r2026_07_28 from "../../generated/2026-07-28/index.ts";
import * as every from "../../generated/index.ts";
import {
  createEraCache,
  httpTransport,
} from "../../src/runtime/http-client.ts";
import { recordFetch, type Exchange } from "./http/exchanges.ts";
import { httpPlace, type HttpPlace } from "./http/place.ts";
import { callsOf } from "./http/requests.ts";
import { lostConnections } from "./http/tools.ts";
import { v1Place } from "./http/v1-place.ts";
import { v2Place } from "./http/v2-place.ts";
import { info } from "./servers/offer.ts";

const [newest = "", newestHandshake = ""] = every.revisions;

const clients = {
  modern: () => r2026_07_28.createClient({ info }),
  legacy: () => r2025_11_25.createClient({ info }),
  both: () => every.createClient({ info }),
};
type ClientName = keyof typeof clients;

const servers: Readonly<Record<string, () => Promise<HttpPlace>>> = {
  "v2 modern": () => v2Place("strict"),
  "v1 legacy": () => v1Place("sessions"),
  "v1 legacy without sessions": () => v1Place("stateless"),
  "v2 legacy": () => v2Place("sessions"),
  "v2 legacy without sessions": () => v2Place("stateless"),
  "v2 both": () => v2Place("both"),
  "v2 both without sessions": () => v2Place("handler"),
  "v1 SSE": () => v1Place("sse"),
  "ours both": () => httpPlace("http"),
  "ours SSE": () => httpPlace("sse"),
};
const legacyServers = Object.keys(servers).filter(
  (name) => !name.includes("both") && !name.includes("modern"),
);
const bothServers = Object.keys(servers).filter((name) =>
  name.includes("both"),
);

interface Met {
  readonly revision: string | undefined;
  readonly exchanges: readonly Exchange[];
}

/** What a client agrees on with a server; it can be used, too. */
async function meet(
  clientName: ClientName,
  serverName: string,
  eras = createEraCache(),
): Promise<Met> {
  const place = await servers[serverName]?.();
  if (!place) throw new Error(`there is no server ${serverName}`);
  try {
    return await visit(clientName, place, eras);
  } finally {
    await place.close();
  }
}

async function visit(
  clientName: ClientName,
  { target }: HttpPlace,
  eras = createEraCache(),
): Promise<Met> {
  const { fetch, exchanges } = recordFetch();
  const client = clients[clientName]();
  try {
    await client.connect(httpTransport({ url: target.url, fetch, eras }));
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain("echo");
    const call = { name: "echo", arguments: { message: "hello" } };
    expect(await client.callTool(call)).toMatchObject({
      content: [{ text: "echo: hello" }],
    });
    return { revision: client.protocolVersion, exchanges };
  } finally {
    await client.close();
  }
}

/** How often a client has asked what only a stateless server knows. */
const probes = (exchanges: readonly Exchange[]): number =>
  callsOf(exchanges, "server/discover").length;

describe("our client that speaks the stateless revision alone", () => {
  test.each(["v2 modern", ...bothServers])("and %s agree", async (server) => {
    const { revision, exchanges } = await meet("modern", server);
    expect(revision).toBe(newest);
    expect(callsOf(exchanges, "initialize")).toEqual([]);
  });

  test.each(legacyServers)("is told why %s is none for it", async (server) => {
    await expect(meet("modern", server)).rejects.toThrow(
      `the server seems older than ${newest}`,
    );
  });
});

describe("our client that shakes hands alone", () => {
  test.each([...legacyServers, ...bothServers])(
    "and %s agree",
    async (server) => {
      const { revision, exchanges } = await meet("legacy", server);
      expect(revision).toBe(newestHandshake);
      expect(probes(exchanges)).toBe(0);
    },
  );

  test("is told what v2 modern speaks", async () => {
    await expect(meet("legacy", "v2 modern")).rejects.toThrow(newest);
  });
});

describe("our client that speaks every revision", () => {
  test.each(["v2 modern", ...bothServers])("and %s agree", async (server) => {
    const { revision, exchanges } = await meet("both", server);
    expect(revision).toBe(newest);
    expect(probes(exchanges)).toBe(1);
    expect(callsOf(exchanges, "initialize")).toEqual([]);
  });

  test.each(legacyServers)("and %s agree", async (server) => {
    const { revision, exchanges } = await meet("both", server);
    expect(revision).toBe(newestHandshake);
    expect(probes(exchanges)).toBe(1);
  });

  test.each(legacyServers)("asks %s once what it is", async (server) => {
    const eras = createEraCache();
    const place = await servers[server]?.();
    if (!place) throw new Error(`there is no server ${server}`);
    expect(probes((await visit("both", place, eras)).exchanges)).toBe(1);
    const { revision, exchanges } = await visit("both", place, eras);
    expect(revision).toBe(newestHandshake);
    expect(probes(exchanges)).toBe(0);
    await place.close();
  });
});

test("a server that was renewed is asked anew", async () => {
  const eras = createEraCache();
  const old = await v1Place("sessions");
  const { port } = old.target.url;
  await visit("both", old, eras);
  await old.close();
  await lostConnections();
  const renewed = await v2Place("strict", undefined, Number(port));
  const { revision, exchanges } = await visit("both", renewed, eras);
  expect(revision).toBe(newest);
  expect(callsOf(exchanges, "initialize")).toHaveLength(1);
  expect(probes((await visit("both", renewed, eras)).exchanges)).toBe(1);
  await renewed.close();
});
