import { Client as V2Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Side } from "../support/wire-check/recording.ts";
import { teeStdio, type TeedCommand } from "../support/wire-check/tee.ts";
import { bundle, type Bundle } from "./bundle.ts";
import { createOurDriver } from "./clients/ours.ts";
import { createV1Driver } from "./clients/v1.ts";
import { generatedRevisions } from "./revision.ts";
import { info } from "./servers/offer.ts";

const bundles = new Map<string, Bundle>();
const commands: TeedCommand[] = [];

beforeAll(async () => {
  for (const name of ["ours", "single", "v1", "v2"]) {
    bundles.set(name, await bundle(`servers/${name}.ts`));
  }
});
afterAll(() => {
  for (const { remove } of [...bundles.values(), ...commands]) remove();
});

/** How to start a server such as `single 2025-11-25`. */
function commandOf(server: string, ours: Side): TeedCommand {
  const [name = "", ...args] = server.split(" ");
  const program = [bundles.get(name)?.file ?? "", ...args];
  const command = teeStdio({ command: process.execPath, args: program }, ours);
  commands.push(command);
  return command;
}

const revisions = generatedRevisions();
const newest = revisions.at(-1)?.id;
const handshakes = revisions
  .filter(({ lifecycle }) => lifecycle === "handshake")
  .map(({ id }) => id);
const newestHandshake = handshakes.at(-1);

describe("our client, which speaks every revision,", () => {
  test.each<[string, string | undefined]>([
    ["v1", newestHandshake],
    ["v2", newest],
    ["ours", newest],
    ...revisions.map(({ id }): [string, string] => [`single ${id}`, id]),
  ])("and the server %s agree", async (server, revision) => {
    const driver = createOurDriver();
    await driver.connect(commandOf(server, "client"));
    expect(driver.revision).toBe(revision);
    expect((await driver.listTools()).length).toBeGreaterThan(0);
    await driver.close();
  });
});

describe("the official client v2", () => {
  async function agreed(
    server: string,
    mode: "auto" | "legacy",
  ): Promise<{ revision: string | undefined; command: TeedCommand }> {
    const client = new V2Client(info, { versionNegotiation: { mode } });
    const command = commandOf(server, "server");
    await client.connect(new StdioClientTransport(command));
    const revision = client.getNegotiatedProtocolVersion();
    expect((await client.listTools()).tools.length).toBeGreaterThan(0);
    await client.close();
    return { revision, command };
  }

  test.each([
    ["ours", "legacy", newestHandshake],
    ["ours", "auto", newest],
    ...handshakes.flatMap((id) => [
      [`single ${id}`, "legacy", id] as const,
      [`single ${id}`, "auto", id] as const,
    ]),
    [`single ${newest}`, "auto", newest],
  ] as const)(
    "and our server %s agree, if it is %s",
    async (server, mode, id) => {
      const { revision, command } = await agreed(server, mode);
      expect(revision).toBe(id);
      const asked = command.lines().filter(({ author }) => author === "client");
      const probes = asked.filter(({ text }) =>
        text.includes("server/discover"),
      );
      expect(probes).toHaveLength(mode === "auto" ? 1 : 0);
    },
  );

  test("is told what our stateless server speaks, if it shakes hands", async () => {
    await expect(agreed(`single ${newest}`, "legacy")).rejects.toMatchObject({
      code: -32022,
      data: { supported: [newest], requested: newestHandshake },
    });
  });
});

test.each(handshakes)(
  "the official client v1 takes the counter-offer %s",
  async (id) => {
    const [other = ""] = handshakes.filter((one) => one !== id);
    const driver = createV1Driver(other);
    await driver.connect(commandOf(`single ${id}`, "server"));
    expect(driver.revision).toBe(id);
    await driver.close();
  },
);
