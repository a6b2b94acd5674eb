import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, onTestFinished } from "vitest";
import {
  connect,
  createClient,
  type Client,
  type Server,
} from "../../generated/index.ts";
import { createHttpHandler } from "../../src/runtime/http.ts";
import { httpTransport } from "../../src/runtime/http-client.ts";
import { readPage } from "./blocks.ts";
import { writeBlocks } from "./compiled.ts";

const root = join(import.meta.dirname, "../..");

/** What a program of a page exports, by the page and its name. */
export type Load = <Exports>(page: string, name: string) => Promise<Exports>;

/** Writes the programs of guides for the tests of a file, which run them in this process. */
export function programsOf(...pages: readonly string[]): Load {
  let folder = "";
  // Within the repository, because the examples import what is installed there.
  beforeAll(() => {
    folder = mkdtempSync(join(root, ".example-"));
    for (const page of pages) {
      mkdirSync(join(folder, page));
      writeBlocks(join(folder, page), readPage(`docs/guides/${page}.md`));
    }
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  // Whoever calls knows the program.
  return async <Exports>(page: string, name: string) =>
    (await import(join(folder, page, `${name}.ts`))) as Exports;
}

/** A client with a server in this process, until the test ends. */
export async function connected(
  server: Server,
  client: Client,
): Promise<Client> {
  await connect(server, client);
  onTestFinished(() => client.close());
  return client;
}

/** A client of a server that takes it for this user, until the test ends. */
export async function clientAs(
  server: Server,
  principal: string,
): Promise<Client> {
  const handle = createHttpHandler(server, {
    authorize: () => ({ principal }),
  });
  const toServer: typeof fetch = (to, init) => {
    const request = new Request(to, init);
    request.headers.set("host", "localhost");
    return handle(request);
  };
  const client = createClient({ info: { name: "test", version: "1.0.0" } });
  onTestFinished(() => client.close());
  const url = "http://localhost/";
  await client.connect(httpTransport({ url, fetch: toServer }));
  return client;
}
