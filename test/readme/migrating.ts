import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Transport as OfficialTransport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { codeBlocks, readPage } from "./blocks.ts";
import { writeBlocks } from "./compiled.ts";
import { createMemoryPair } from "../../src/runtime/memory.ts";
import type { Transport } from "../../src/runtime/index.ts";

const root = join(import.meta.dirname, "../..");

/** The programs of a page, as modules of one folder. */
export interface PageModules {
  load<Exports>(name: string): Promise<Exports>;
  remove(): void;
}

// Within the repository, because the programs import what is installed there.
export function pageModules(page: string): PageModules {
  const folder = mkdtempSync(join(root, ".example-"));
  writeBlocks(folder, readPage(page));
  return {
    load: async <Exports>(name: string) =>
      (await import(join(folder, name))) as Exports,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** What pages name in code: in tables, in sentences and in blocks. */
export function namesIn(pages: readonly string[]): ReadonlySet<string> {
  const texts = pages.map((page) => readPage(page));
  const inline = texts.flatMap((text) =>
    [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = ""]) => code),
  );
  const blocks = texts.flatMap((text) =>
    codeBlocks(text).map((block) => block.text),
  );
  return new Set(
    [...inline, ...blocks].flatMap((code) => code.match(/\w+/g) ?? []),
  );
}

/** A pair in memory, of which one end is a transport as the official SDKs have it. */
export function officialPair(): [Transport, OfficialTransport] {
  const [near, far] = createMemoryPair();
  const official: OfficialTransport = {
    start() {
      far.start({
        message: (message) => official.onmessage?.(message as never),
        unreadable() {},
        ended() {},
        closed: () => official.onclose?.(),
      });
      return Promise.resolve();
    },
    send(message) {
      far.send(message as never);
      return Promise.resolve();
    },
    close: () => far.close(),
  };
  return [near, official];
}

/** The classes, functions and values that the declarations of a package export, but for schemas. */
export function exportsOf(folder: string, ending: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(ending))
    // Examples, and what mends differences of zod's versions for the SDK itself.
    .filter((name) => !/(^|\/)examples\/|zod-[\w-]*compat/.test(name));
  const found = files.flatMap((name) => {
    const text = readFileSync(join(folder, name), "utf8");
    const exported =
      /^export declare (?:abstract )?(?:class|function|const|enum) (\w+)/gm;
    return [...text.matchAll(exported)].map(([, one = ""]) => one);
  });
  return [...new Set(found)].filter((name) => !/Schema$/.test(name)).sort();
}
