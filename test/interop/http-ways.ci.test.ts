import { describe, expect, test } from "vitest";
import { listen } from "../../src/runtime/http-node.ts";
import type { Driver } from "./clients/driver.ts";
import type { Fetch } from "./clients/target.ts";
import { createV1Driver } from "./clients/v1.ts";
import { createV2Driver } from "./clients/v2.ts";
import { text } from "./features/feature.ts";
import { recordFetch } from "./http/exchanges.ts";
import { endpointUrl } from "./http/place.ts";
import { httpTools } from "./http/tools.ts";
import * as offer from "./servers/offer.ts";
import { createInteropServer } from "./servers/our-server.ts";
import { patient } from "../runtime/wait.ts";

const clients: readonly [string, () => Driver][] = [
  ["v1 2025-11-25", () => createV1Driver("2025-11-25")],
  ["v2 2025-11-25", () => createV2Driver("2025-11-25", "handshake")],
  ["v2 2026-07-28", () => createV2Driver("2026-07-28", "stateless")],
];

describe.each(clients)("the official client %s", (_, createDriver) => {
  test("has its call finished by a server that closes", async () => {
    const running = await listen(createInteropServer(httpTools), { port: 0 });
    const driver = createDriver();
    await driver.connect({
      transport: "http",
      url: endpointUrl(running, "http"),
      fetch: recordFetch().fetch,
    });
    let closing: Promise<void> | undefined;
    const onProgress = (): void => void (closing ??= running.close());
    const call = await driver.callTool("count", { to: 4 }, { onProgress });
    expect(call.content).toEqual(text("counted to 4"));
    await closing;
    expect(running.status()).toMatchObject({ sessions: 0, streams: 0 });
    await expect(
      driver.callTool("echo", { message: "still open?" }),
    ).rejects.toThrow();
    await driver.close();
  });

  test("is who its token says", async () => {
    const running = await listen(createInteropServer(httpTools), {
      port: 0,
      authorize(request) {
        const header = request.header("authorization") ?? "";
        const [scheme, token] = header.split(" ");
        return scheme === "Bearer" && token
          ? { principal: token }
          : { status: 401, challenge: 'Bearer realm="test"' };
      },
    });
    const url = endpointUrl(running, "http");
    const drivers = await Promise.all(
      ["ada", "grace"].map(async (name) => {
        const driver = createDriver();
        await driver.connect({ transport: "http", url, fetch: signed(name) });
        return driver;
      }),
    );
    const principals = await Promise.all(
      drivers.map(
        async (driver) => (await driver.callTool("principal")).content,
      ),
    );
    expect(principals).toEqual([text("ada"), text("grace")]);
    const stranger = createDriver();
    await expect(
      stranger.connect({ transport: "http", url, fetch }),
    ).rejects.toThrow();
    for (const driver of drivers) await driver.close();
    await running.close();
  });

  test("is answered by a server that always streams", async () => {
    const running = await listen(createInteropServer(httpTools), {
      port: 0,
      responses: "stream",
    });
    const driver = createDriver();
    const { fetch, exchanges } = recordFetch();
    const url = endpointUrl(running, "http");
    await driver.connect({ transport: "http", url, fetch });
    const { content } = await driver.callTool("echo", { message: "streamed" });
    expect(content).toEqual(text(offer.echo("streamed")));
    const types = exchanges
      .filter(({ method, status }) => method === "POST" && status === 200)
      .map(({ headers }) => headers.get("content-type"));
    expect(new Set(types)).toEqual(new Set(["text/event-stream"]));
    await driver.close();
    await running.close();
  });
});

test("the official client v2 hears that a server which closes ends what it listens to", async () => {
  const running = await listen(createInteropServer(), { port: 0 });
  const driver = createV2Driver("2026-07-28", "stateless");
  await driver.connect({
    transport: "http",
    url: endpointUrl(running, "http"),
    fetch: recordFetch().fetch,
  });
  const listening = await driver.listen({ toolsListChanged: true });
  await running.close();
  expect(await listening.closed).toBe("graceful");
  await driver.close();
});

test("the official client v1 can be served without sessions", async () => {
  const running = await listen(createInteropServer(httpTools), {
    port: 0,
    sessions: false,
  });
  const driver = createV1Driver("2025-06-18");
  const { fetch, exchanges } = recordFetch();
  const url = endpointUrl(running, "http");
  await driver.connect({ transport: "http", url, fetch });
  const { content } = await driver.callTool("count", { to: 2 });
  expect(content).toEqual(text("counted to 2"));
  const opened = (): (number | undefined)[] =>
    exchanges
      .filter(({ method }) => method === "GET")
      .map(({ status }) => status);
  await expect.poll(opened, patient).toEqual([405]);
  expect(running.status().sessions).toBe(0);
  await driver.close();
  await running.close();
});

/** A `fetch` that says who it is. */
function signed(name: string): Fetch {
  return (url, init) => {
    const headers = new Headers(init?.headers);
    headers.set("authorization", `Bearer ${name}`);
    return fetch(url, { ...init, headers });
  };
}
