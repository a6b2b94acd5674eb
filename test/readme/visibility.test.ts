import { mkdtempSync, rmSync } from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  createClient,
  ProtocolError,
  type Client,
  type Server,
} from "../../generated/index.ts";
import { HttpError, httpTransport } from "../../src/runtime/http-client.ts";
import { namedBlock } from "./blocks.ts";
import { clientAs, programsOf } from "./programs.ts";
import { writeExample } from "./write.ts";

const load = programsOf("visibility");

/** A client of the page's server, for whom `authorize` says. */
async function clientOf(
  url: string,
  more: Partial<Parameters<typeof httpTransport>[0]>,
): Promise<Client> {
  const client = createClient({ info: { name: "test", version: "1.0.0" } });
  onTestFinished(() => client.close());
  await client.connect(httpTransport({ url, ...more }));
  return client;
}

describe("the page of who may see what", () => {
  test("lets in who has a token, and shows what is theirs", async () => {
    interface Program {
      readonly handler: http.RequestListener;
    }
    const { handler } = await load<Program>("visibility", "authorize");
    const listening = http.createServer(handler);
    await new Promise<void>((resolve) =>
      listening.listen(0, "127.0.0.1", resolve),
    );
    onTestFinished(() => void listening.close());
    // A server that listens on a port has such an address.
    const { port } = listening.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/`;
    const stranger = await clientOf(url, {}).catch((error: unknown) => error);
    expect(stranger).toBeInstanceOf(HttpError);
    expect(stranger).toMatchObject({
      status: 401,
      challenge: 'Bearer realm="mcp"',
    });
    const headers = { authorization: "Bearer secret-of-ann" };
    const ann = await clientOf(url, { headers });
    const { tools, cacheScope } = await ann.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["purge"]);
    expect(cacheScope).toBe("private");
    const { resources } = await ann.listResources();
    expect(resources.map(({ name }) => name)).toEqual(["shopping", "garden"]);
  });

  test("shows another user nothing of it", async () => {
    interface Program {
      readonly server: Server;
    }
    const { server } = await load<Program>("visibility", "server");
    const ben = await clientAs(server, "ben");
    expect((await ben.listTools()).tools).toEqual([]);
    const { resources } = await ben.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(["note://ben/music"]);
    const music = await ben.readResource({ uri: "note://ben/music" });
    expect(music.contents).toMatchObject([{ text: "Practise scales" }]);
    for (const uri of ["note://ann/garden", "note://ben/other"])
      await expect(ben.readResource({ uri })).rejects.toThrow(ProtocolError);
    const purge = ben.callTool({ name: "purge" });
    await expect(purge).rejects.toThrow("Unknown tool: purge");
  });

  test("has a rule for all resources, where no list says who reads what", async () => {
    const { server } = await load<{ readonly server: Server }>(
      "visibility",
      "can-read",
    );
    const ben = await clientAs(server, "ben");
    const own = await ben.readResource({ uri: "report://ben/2026" });
    expect(own.contents).toMatchObject([{ text: "The report of ben on 2026" }]);
    const other = ben.readResource({ uri: "report://ann/2026" });
    await expect(other).rejects.toThrow(/^Resource not found$/);
  });

  test.each(["visibility", "resources"])(
    "has a handler on %s that refuses what is another's, without a list too",
    async (page) => {
      const name = page === "visibility" ? "server.ts" : "notes.ts";
      const text = namedBlock(`docs/guides/${page}.md`, name);
      const opened = text.replace(" list: ", " readUnlisted: true,\n list: ");
      expect(opened).not.toBe(text);
      // Within the repository, because it imports what is installed there.
      const folder = mkdtempSync(join(import.meta.dirname, "../../.example-"));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      writeExample(join(folder, name), opened);
      const { server } = (await import(join(folder, name))) as {
        readonly server: Server;
      };
      const ben = await clientAs(server, "ben");
      const music = await ben.readResource({ uri: "note://ben/music" });
      expect(music.contents).toMatchObject([{ text: "Practise scales" }]);
      const garden = ben.readResource({ uri: "note://ann/garden" });
      await expect(garden).rejects.toThrow(/^Resource not found$/);
    },
  );
});
