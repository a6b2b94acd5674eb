import { describe, expect, test } from "vitest";
import * as r2024_11_05 from "../../generated/2024-11-05/index.ts";
import * as r2025_03_26 from "../../generated/2025-03-26/index.ts";
import * as r2025_06_18 from "../../generated/2025-06-18/index.ts";
import * as r2025_11_25 from "../../generated/2025-11-25/index.ts";
import * as r2026_07_28 from "../../generated/2026-07-28/index.ts";
import * as every from "../../generated/index.ts";
import { connect, type Server } from "../../src/runtime/index.ts";
import { allowInvalid } from "../support/wire-check.ts";

const info = { name: "test", version: "1.0.0" };

/** Each revision's own stubs, and those that speak them all. */
const stubs = {
  "2024-11-05": r2024_11_05,
  "2025-03-26": r2025_03_26,
  "2025-06-18": r2025_06_18,
  "2025-11-25": r2025_11_25,
  "2026-07-28": r2026_07_28,
  every,
};
type Name = keyof typeof stubs;
// Their own keys alone, which are those of the type.
const names = Object.keys(stubs) as Name[];
const newest = every.revisions[0];

/** Newest first, as the list of `every` is. */
function spoken(name: Name): readonly string[] {
  return name === "every" ? every.revisions : [name];
}

describe.each(names)("the server of %s", (serverName) => {
  test.each(names)("and the client of %s", async (clientName) => {
    const common = spoken(clientName).find((revision) =>
      spoken(serverName).includes(revision),
    );
    const { createServer } = stubs[serverName];
    // What one revision's returns is another's as well.
    const tool = stubs[serverName].tool as typeof every.tool;
    const { createClient } = stubs[clientName];
    const server: Server = createServer({
      info,
      instructions: "Be kind",
      features: [tool("echo", {}, () => "hello")],
    });
    const client = createClient({ info });
    if (common === undefined) {
      await expect(connect(server, client)).rejects.toThrow(
        `server speaks ${serverName}`,
      );
      return;
    }
    await connect(server, client);
    expect(client.protocolVersion).toBe(common);
    expect(client.serverInfo).toEqual(info);
    expect(client.instructions).toBe("Be kind");
    const { tools } = await client.listTools();
    expect(tools).toMatchObject([{ name: "echo" }]);
    expect(await client.callTool({ name: "echo" })).toMatchObject({
      content: [{ type: "text", text: "hello" }],
    });
    await client.close();
    expect(client.protocolVersion).toBeUndefined();
  });
});

test("what a client sends against its types is refused", async () => {
  allowInvalid("the test lies to the compiler");
  const server = every.createServer({
    info,
    features: [every.tool("echo", {}, () => "hello")],
  });
  const client = every.createClient({ info });
  await connect(server, client);
  expect(client.protocolVersion).toBe(newest);
  const broken = client.callTool({ name: 5 } as never);
  await expect(broken).rejects.toMatchObject({ code: -32602 });
  await client.close();
});
