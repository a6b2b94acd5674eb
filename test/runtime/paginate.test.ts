import { describe, expect, expectTypeOf, test, vi } from "vitest";
import {
  connect,
  createClient,
  createServer,
  tool,
  type Client,
  type types,
} from "../../generated/index.ts";
import type { CallOptions } from "../../src/runtime/peer/caller.ts";
import { paginate } from "../../src/runtime/client/paginate.ts";

interface Page {
  readonly tools: readonly number[];
  readonly nextCursor?: string | null;
}

/** A caller whose server gives such pages, and what it was asked. */
function createCaller(pageOf: (cursor: unknown, index: number) => Page): {
  asked: unknown[];
  told: Error[];
  items(
    params?: object,
    options?: CallOptions,
  ): AsyncGenerator<unknown, void, undefined>;
} {
  const asked: unknown[] = [];
  const told: Error[] = [];
  const caller = {
    request: async (method: string, params: unknown, options: unknown) => {
      asked.push([method, params, options]);
      const { cursor } = { ...(params as { cursor?: string } | undefined) };
      return pageOf(cursor, asked.length - 1) as never;
    },
    notify: async () => {},
    report: (error: Error) => told.push(error),
  };
  return {
    asked,
    told,
    items: (params, options) =>
      paginate(caller, "tools/list", "tools", params, options),
  };
}

async function all(items: AsyncIterable<unknown>): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const item of items) found.push(item);
  return found;
}

describe("the items of a list", () => {
  test("come page by page, with the params and options of the call", async () => {
    const { asked, items } = createCaller((cursor) =>
      cursor === "" ? { tools: [3] } : { tools: [1, 2], nextCursor: "" },
    );
    const options = { timeout: 5 };
    expect(await all(items({ _meta: { a: 1 } }, options))).toEqual([1, 2, 3]);
    expect(asked).toEqual([
      ["tools/list", { _meta: { a: 1 } }, options],
      ["tools/list", { _meta: { a: 1 }, cursor: "" }, options],
    ]);
  });

  test("are asked for when they are needed, and no more", async () => {
    const { asked, items } = createCaller((_, index) => ({
      tools: [index],
      nextCursor: String(index),
    }));
    const listed = items();
    expect(asked).toHaveLength(0);
    for await (const item of listed) if (item === 1) break;
    expect(asked).toHaveLength(2);
  });

  test("may lie behind empty pages", async () => {
    const { items } = createCaller((_, index) =>
      index === 7 ? { tools: [7] } : { tools: [], nextCursor: String(index) },
    );
    expect(await all(items())).toEqual([7]);
  });

  test.each([1, 2, 3, 7, 100])(
    "end before a page that comes again, which is told, after %i",
    async (length) => {
      const { told, asked, items } = createCaller((_, index) => {
        const place = index < 5 ? index : 5 + ((index - 5) % length);
        return { tools: [place], nextCursor: `after ${place}` };
      });
      // Nothing comes twice.
      expect(await all(items())).toEqual(
        Array.from({ length: 5 + length }, (_, index) => index),
      );
      expect(asked).toHaveLength(5 + length + 1);
      expect(told).toMatchObject([
        {
          kind: "invalid",
          path: ["nextCursor"],
          message: "tools/list: its pages go round in a circle: it ends here",
        },
      ]);
    },
  );

  test("end where the cursor is the one that they began with", async () => {
    const { asked, told, items } = createCaller(() => ({
      tools: [1],
      nextCursor: "a",
    }));
    expect(await all(items({ cursor: "a" }))).toEqual([1]);
    expect(asked).toHaveLength(2);
    expect(told).toHaveLength(1);
  });

  test("lie behind a cursor that comes again with another page", async () => {
    const { told, items } = createCaller((_, index) => ({
      tools: [index],
      ...(index < 50 && { nextCursor: "next" }),
    }));
    expect(await all(items())).toEqual(
      Array.from({ length: 51 }, (_, index) => index),
    );
    expect(told).toEqual([]);
  });

  test("end where a server repeats its last cursor with its last page", async () => {
    const pages = [[1, 2], [3, 4], [5]];
    const { told, items } = createCaller((cursor) => {
      const page = Number(cursor ?? 0);
      return {
        tools: pages[page] ?? [],
        nextCursor: String(Math.min(page + 1, 2)),
      };
    });
    expect(await all(items())).toEqual([1, 2, 3, 4, 5]);
    expect(told).toHaveLength(1);
  });

  test("end in a circle of cursors that are too long to be kept", async () => {
    const { asked, told, items } = createCaller((_, index) => ({
      tools: [],
      nextCursor: `${"x".repeat(2 ** 20)}${index % 3}`,
    }));
    await all(items());
    expect(asked.length).toBeLessThan(10);
    expect(told).toHaveLength(1);
  });

  test("end where the cursor is null", async () => {
    const { told, items } = createCaller(() => ({
      tools: [1],
      nextCursor: null,
    }));
    expect(await all(items())).toEqual([1]);
    expect(told).toEqual([]);
  });

  test("end with an error when the pages never do", async () => {
    const { asked, items } = createCaller((_, index) => ({
      tools: [],
      nextCursor: String(index),
    }));
    await expect(all(items())).rejects.toMatchObject({ kind: "invalid" });
    expect(asked).toHaveLength(10_000);
  });

  test("end with the error of a page that fails", async () => {
    const { items } = createCaller((cursor) => {
      if (cursor !== undefined) throw new Error("gone");
      return { tools: [1], nextCursor: "a" };
    });
    const seen = vi.fn();
    await expect(
      (async () => {
        for await (const item of items()) seen(item);
      })(),
    ).rejects.toThrow("gone");
    expect(seen).toHaveBeenCalledExactlyOnceWith(1);
  });
});

test("a generated client has them for each list, with their types", async () => {
  const names = Array.from({ length: 250 }, (_, index) => `tool${index}`);
  const server = createServer({
    info: { name: "many", version: "1" },
    features: names.map((name) => tool(name, {}, () => name)),
  });
  const client = createClient({ info: { name: "me", version: "1" } });
  await connect(server, client);
  const found: string[] = [];
  for await (const { name } of client.allTools()) found.push(name);
  expect(found).toEqual(names);
  await client.close();
  expectTypeOf<ReturnType<Client["allTools"]>>().toEqualTypeOf<
    AsyncGenerator<types.Tool, void, undefined>
  >();
  const iterators = Object.keys(client).filter((name) =>
    /^all[A-Z]/.test(name),
  );
  expect(iterators.sort()).toEqual([
    "allPrompts",
    "allResourceTemplates",
    "allResources",
    "allTasks",
    "allTools",
  ]);
});
