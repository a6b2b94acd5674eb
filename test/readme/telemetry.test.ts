import { mkdtempSync, rmSync } from "node:fs";
import type { Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  connect,
  createClient,
  createServer,
  tool,
  type Client,
  type Server,
} from "../../generated/index.ts";
import type { Running } from "../../src/runtime/http-node.ts";
import { namedBlock, readPage } from "./blocks.ts";
import { connected, programsOf } from "./programs.ts";
import { writeExample } from "./write.ts";

const load = programsOf("telemetry");
const info = { name: "test", version: "1.0.0" };

/** The program of the page, at ports that are free. */
async function loadNumbers(): Promise<{
  running: Running;
  numbers: HttpServer;
}> {
  const folder = mkdtempSync(join(import.meta.dirname, "../../.example-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const text = namedBlock("docs/guides/telemetry.md", "numbers.ts");
  const free = text.replace("port: 3000", "port: 0").replace("9464", "0");
  writeExample(join(folder, "numbers.ts"), free);
  const server = namedBlock("docs/guides/http.md", "server.ts");
  writeExample(join(folder, "server.ts"), server);
  return (await import(join(folder, "numbers.ts"))) as Awaited<
    ReturnType<typeof loadNumbers>
  >;
}

describe("the page of telemetry", () => {
  test("has a server that runs two calls at once", async () => {
    const { server } = await load<{ server: Server }>("telemetry", "busy");
    let go = (): void => {};
    const gate = new Promise<void>((resolve) => (go = resolve));
    server.add(tool("wait", {}, () => gate.then(() => "done")));
    const client = await connected(server, createClient({ info }));
    const calls = [1, 2].map(() => client.callTool({ name: "wait" }));
    await expect(client.callTool({ name: "ping" })).rejects.toThrow("Too busy");
    go();
    await Promise.all(calls);
    const { content } = await client.callTool({ name: "ping" });
    expect(content).toMatchObject([{ text: "pong" }]);
  });

  test("has a client that asks a person first", async () => {
    const { client, audit, person } = await load<{
      client: Client;
      audit: string[];
      person: { agrees: (tool: string) => Promise<boolean> };
    }>("telemetry", "consent");
    const told: unknown[] = [];
    const server = createServer({
      info,
      features: [
        tool("greet", {}, (_, { meta }) => {
          told.push(meta["com.example/consent"]);
          return "hello";
        }),
      ],
    });
    await connect(server, client);
    onTestFinished(() => client.close());
    await client.callTool({ name: "greet" });
    person.agrees = () => Promise.resolve(false);
    const refused = client.callTool({ name: "greet" });
    await expect(refused).rejects.toThrow("greet: not allowed");
    expect([audit, told]).toEqual([["greet done"], ["given"]]);
  });

  test("has a program that prints numbers, and a row for each", async () => {
    const { running, numbers } = await loadNumbers();
    onTestFinished(async () => {
      numbers.close();
      await running.close();
    });
    if (!numbers.listening)
      await new Promise((resolve) => numbers.once("listening", resolve));
    // It listens, and so has an address.
    const { port } = numbers.address() as AddressInfo;
    const text = await (await fetch(`http://127.0.0.1:${port}`)).text();
    expect(text).toContain("# TYPE mcp_sessions gauge\nmcp_sessions 0\n");
    expect(text).toMatch(/^mcp_max_client_bytes \d+$/m);
    const { kept, ...busy } = running.status();
    const page = readPage("docs/guides/telemetry.md");
    const [, table = ""] = page.split("## Without a collector");
    const explained = [...table.matchAll(/^\| (`.*?`) +\|/gm)].flatMap(
      ([, cell = ""]) => cell.split(", ").map((name) => name.slice(1, -1)),
    );
    const counted = Object.entries({ ...busy, ...kept })
      .filter(([, value]) => typeof value !== "object")
      .map(([name]) => name);
    expect(explained.sort()).toEqual(counted.sort());
  });
});
