import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, onTestFinished } from "vitest";
import { connect, type Client, type Server } from "../../generated/index.ts";
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
