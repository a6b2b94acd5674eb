import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import {
  connect,
  createClient,
  createServer,
  link,
  ProtocolError,
  revisions,
  tool,
  type Client,
} from "../../generated/index.ts";

/** What the page says of each revision, of a server that asks and one that is asked wrongly. */
describe.each(revisions)(
  "the table of the page on tests, in %s",
  (revision) => {
    const runs: string[] = [];
    const input = z.object({ count: z.number() });
    const server = createServer({
      info: { name: "shop", version: "1" },
      features: [
        tool("count", { input }, ({ count }) => `${count}`),
        tool("where", {}, () => link({ name: "a", uri: "https://a.example" })),
        tool("ask", {}, async (_, context) => {
          runs.push("began");
          await context.ask("sure", z.object({ sure: z.boolean() }), "Really?");
          return "asked";
        }),
      ],
    });
    let client: Client;
    beforeAll(async () => {
      client = createClient({
        info: { name: "test", version: "1" },
        handlers: {
          elicit: () => ({ action: "accept", content: { sure: true } }),
        },
      });
      await connect(server, client, { revisions: [revision] });
    });
    afterAll(() => client.close());

    test("a link is one from 2025-06-18 on", async () => {
      const { content } = await client.callTool({ name: "where" });
      const type = revision < "2025-06-18" ? "text" : "resource_link";
      expect(content).toMatchObject([{ type }]);
    });

    test("wrong arguments are a result from 2025-11-25 on", async () => {
      const call = client.callTool({
        name: "count",
        arguments: { count: "x" },
      });
      if (revision >= "2025-11-25")
        expect(await call).toMatchObject({ isError: true });
      else await expect(call).rejects.toBeInstanceOf(ProtocolError);
    });

    test("a question from 2025-06-18 on, for which 2026-07-28 runs the handler again", async () => {
      runs.length = 0;
      const call = client.callTool({ name: "ask" });
      if (revision < "2025-06-18") {
        await expect(call).rejects.toBeInstanceOf(ProtocolError);
        return;
      }
      expect(await call).toMatchObject({ content: [{ text: "asked" }] });
      expect(runs).toHaveLength(revision === "2026-07-28" ? 2 : 1);
    });
  },
);
