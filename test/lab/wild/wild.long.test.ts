import { existsSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { findServer } from "../published/servers.ts";
import { listTools } from "./list-tools.ts";
import { listedServers } from "./servers.ts";
import { file, printWild, wildServers, type WildServer } from "./wild.ts";

/** What `npm run build` made. */
const cli = fileURLToPath(new URL("../../../dist/cli.js", import.meta.url));

const updates = process.env["UPDATE_PUBLISHED"] === "1";

// They are not there: npm run test:published installs them.
describe.skipIf(!listedServers.some(({ name }) => findServer(name)))(
  "what a published server lists is what is kept of it:",
  () => {
    const kept = existsSync(file) ? wildServers() : [];
    const listed: WildServer[] = [];

    for (const server of listedServers) {
      const { name } = server;
      const found = findServer(name);
      test.skipIf(!found)(name, async () => {
        if (!found) return;
        const { program, version } = found;
        const tools = await listTools(server, program, cli);
        listed.push({ name, version, tools });
        const known = kept.find((server) => server.name === name);
        if (!updates)
          expect(printWild([{ name, version, tools }])).toBe(
            known && printWild([known]),
          );
      });
    }

    afterAll(() => {
      if (updates && listed.length === listedServers.length)
        writeFileSync(file, printWild(listed));
    });
  },
);
