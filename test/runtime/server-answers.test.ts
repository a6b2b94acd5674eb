import { describe, expect, test, vi } from "vitest";
import { metaKeys } from "../../src/runtime/protocol/meta-keys.ts";
import { tool } from "./features/host.ts";
import { allowInvalid } from "../support/wire-check.ts";
import {
  all,
  handshakes,
  modernRequest,
  request,
  serverInfo,
  serverOf,
} from "./revisions.ts";
import { done, modernCall, serverWith } from "./tool-server.ts";
import { openWire, wireTo } from "./wire.ts";

describe("an answer", () => {
  test("in the stateless lifecycle says what it is and who made it", async () => {
    const { result } = await wireTo(serverWith(() => done)).ask(modernCall);
    expect(result).toEqual({
      resultType: "complete",
      content: [],
      _meta: { [metaKeys.serverInfo]: serverInfo },
    });
  });

  test("keeps what its handler says of itself", async () => {
    const _meta = {
      trace: 1,
      [metaKeys.serverInfo]: { name: "b", version: "2" },
    };
    const server = serverWith(() => ({ ...done, resultType: "odd", _meta }));
    allowInvalid("the revision knows no such result type");
    const { result } = await wireTo(server).ask(modernCall);
    expect(result).toEqual({ resultType: "odd", content: [], _meta });
  });

  test("tells how long it may be kept, where the revision has that", async () => {
    const handlers = {
      listTools: () => ({ tools: [] }),
      listPrompts: () => ({ prompts: [], ttlMs: 5 }),
      readResource: () => ({ contents: [], ttlMs: 7, cacheScope: "private" }),
      complete: () => ({ completion: { values: [] } }),
    };
    const cache = { ttlMs: 60_000, cacheScope: "public" } as const;
    const wire = await openWire(serverOf(all, { handlers, cache }));
    expect(await wire.ask(modernRequest(1, "tools/list"))).toMatchObject({
      result: cache,
    });
    expect(await wire.ask(modernRequest(2, "prompts/list"))).toMatchObject({
      result: { ttlMs: 5, cacheScope: "public" },
    });
    const read = { uri: "a:b" };
    expect(
      await wire.ask(modernRequest(3, "resources/read", read)),
    ).toMatchObject({
      result: { ttlMs: 7, cacheScope: "private" },
    });
    const completion = {
      ref: { type: "ref/prompt", name: "a" },
      argument: { name: "a", value: "" },
    };
    const { result } = await wire.ask(
      modernRequest(4, "completion/complete", completion),
    );
    expect(result).not.toHaveProperty("ttlMs");
  });

  test("has the same hints on every page of a list", async () => {
    const cache = { ttlMs: 5, cacheScope: "public" } as const;
    const features = ["a", "b", "c"].map((name) => tool(name, {}, () => name));
    const wire = wireTo(serverOf(all, { features, pageSize: 1, cache }));
    let cursor: unknown;
    for (const id of [1, 2, 3]) {
      const params = cursor === undefined ? {} : { cursor };
      const asked = modernRequest(id, "tools/list", params);
      const { result } = await wire.ask(asked);
      expect(result).toMatchObject(cache);
      ({ nextCursor: cursor } = result as { nextCursor?: unknown });
    }
    expect(cursor).toBeUndefined();
  });

  test.each(handshakes)("has nothing of that in %s", async (revision) => {
    const listTools = () => ({
      tools: [],
      resultType: "complete",
      ttlMs: 5,
      cacheScope: "public",
      kept: true,
    });
    const server = serverOf(all, { handlers: { listTools } });
    const wire = await openWire(server, revision);
    const { result } = await wire.ask(request(1, "tools/list"));
    expect(result).toEqual({ tools: [], kept: true });
  });

  test("asks for input only where the revision has that", async () => {
    const onError = vi.fn();
    const handlers = {
      listTools: () => ({ resultType: "input_required", requestState: "x" }),
    };
    const wire = await openWire(serverOf(all, { handlers, onError }));
    for (const sent of [
      request(1, "tools/list"),
      modernRequest(2, "tools/list"),
    ])
      expect(await wire.ask(sent)).toMatchObject({ error: { code: -32603 } });
    expect(onError).toHaveBeenCalledTimes(2);
  });
});
