import { describe, expect, test } from "vitest";
import type { Feature } from "../../../src/runtime/features/feature.ts";
import {
  createHost,
  prompt,
  resource,
  resourceTemplate,
  tool,
  type TestHost,
} from "./host.ts";
import { fc } from "../../support/random.ts";

function named(name: string): Feature {
  return tool(name, {}, () => name);
}

const [g, f, e, d, ...rest] = [
  named("g"),
  named("f"),
  named("e"),
  named("d"),
  ...["c", "b", "a"].map(named),
] as const;
const seven = [g, f, e, d, ...rest];

async function page(host: TestHost, cursor?: unknown) {
  const params = cursor === undefined ? undefined : { cursor };
  const { tools, nextCursor } = await host.request("tools/list", params);
  const names = (tools as { name: string }[]).map(({ name }) => name).join("");
  return { names, nextCursor };
}

async function readAll(host: TestHost): Promise<string[]> {
  const pages: string[] = [];
  let cursor: unknown;
  do {
    const { names, nextCursor } = await page(host, cursor);
    pages.push(names);
    cursor = nextCursor;
  } while (cursor !== undefined);
  return pages;
}

describe("a list", () => {
  test("comes page by page, in the order of registration", async () => {
    const host = createHost(seven, { pageSize: 3 });
    expect(await readAll(host)).toEqual(["gfe", "dcb", "a"]);
    expect(
      await readAll(createHost(seven.slice(0, 6), { pageSize: 3 })),
    ).toEqual(["gfe", "dcb"]);
    expect(await readAll(createHost(seven))).toEqual(["gfedcba"]);
  });

  test("may become empty", async () => {
    const host = createHost([g]);
    host.remove(g);
    expect(await host.request("tools/list")).toEqual({ tools: [] });
  });

  test("stays right when items come and go between pages", async () => {
    const host = createHost(seven, { pageSize: 3 });
    const first = await page(host);
    host.remove(g);
    host.remove(d);
    host.add(named("h"));
    const second = await page(host, first.nextCursor);
    expect(second.names).toBe("cba");
    expect((await page(host, second.nextCursor)).names).toBe("h");
  });

  test("goes on after an item that is gone, or was replaced", async () => {
    const host = createHost(seven, { pageSize: 3 });
    const { nextCursor } = await page(host);
    host.remove(e);
    expect((await page(host, nextCursor)).names).toBe("dcb");
    host.add(named("e"));
    expect((await page(host, nextCursor)).names).toBe("dcb");
    expect(await readAll(host)).toEqual(["gfe", "dcb", "a"]);
  });

  test("misses and repeats nothing that stays, whatever comes and goes", async () => {
    const letters = "abcdefghij";
    const changes = fc.array(fc.array(fc.constantFrom(...letters)), {
      maxLength: 20,
    });
    await fc.assert(
      fc.asyncProperty(fc.nat(4), changes, async (size, batches) => {
        const there = new Map([...letters].map((one) => [one, named(one)]));
        const host = createHost([...there.values()], { pageSize: size + 1 });
        const touched = new Set<string>();
        let told = "";
        let cursor: unknown;
        do {
          const { names, nextCursor } = await page(host, cursor);
          told += names;
          cursor = nextCursor;
          for (const one of batches.shift() ?? []) {
            touched.add(one);
            const feature = there.get(one);
            if (feature && host.remove(feature)) there.delete(one);
            else host.add(there.set(one, named(one)).get(one) ?? named(one));
          }
        } while (cursor !== undefined);
        const stayed = [...letters].filter((one) => !touched.has(one));
        const heard = [...told].filter((one) => !touched.has(one));
        expect(heard).toEqual(stayed);
        expect(new Set(told).size).toBe(told.length);
      }),
    );
  });

  test("goes on in another instance of the server", async () => {
    const one = createHost(seven, { pageSize: 3 });
    const other = createHost(seven, { pageSize: 3 });
    const { nextCursor } = await page(one);
    expect((await page(other, nextCursor)).names).toBe("dcb");
  });

  test("remembers removed items, but not without end", async () => {
    const host = createHost([], { pageSize: 1 });
    const many = Array.from({ length: 3000 }, (_, index) => named(`t${index}`));
    for (const one of many) host.add(one);
    const { nextCursor } = await page(host);
    for (const one of many.slice(0, 900)) host.remove(one);
    expect((await page(host, nextCursor)).names).toBe("t900");
    for (const one of many.slice(900, 2000)) host.remove(one);
    await expect(page(host, nextCursor)).rejects.toThrow("Invalid cursor");
    expect((await page(host)).names).toBe("t2000");
  });

  test("does not forget a place because others come and go in theirs", async () => {
    const host = createHost([g, f, e], { pageSize: 1 });
    const { nextCursor } = await page(host);
    host.remove(g);
    for (let round = 0; round < 2000; round++) {
      host.remove(f);
      host.add(f);
    }
    expect((await page(host, nextCursor)).names).toBe("f");
  });

  test.each([
    "",
    "a",
    "tools",
    "tools:",
    "tools:z",
    "tools:__proto__",
    "tools:constructor",
    "prompts:a",
    "TOOLS:a",
    "tools:a:",
    "tools:a\0",
    "x".repeat(1_000_000),
  ])("refuses the cursor %.20j", async (cursor) => {
    const host = createHost([...seven, prompt("a", {}, () => "")]);
    await expect(page(host, cursor)).rejects.toMatchObject({
      code: -32602,
      message: "Invalid cursor",
    });
  });

  test("of another kind has cursors of its own", async () => {
    const host = createHost(
      [
        resource("a:1", { name: "1" }, () => ""),
        resource("a:2", { name: "2" }, () => ""),
        resourceTemplate("a:{x}", { name: "x" }, () => ""),
        resourceTemplate("b:{x}", { name: "x" }, () => ""),
      ],
      { pageSize: 1 },
    );
    const { nextCursor: cursor } = await host.request("resources/list");
    expect(await host.request("resources/list", { cursor })).toEqual({
      resources: [{ uri: "a:2", name: "2" }],
    });
    const list = host.request("resources/templates/list", { cursor });
    await expect(list).rejects.toMatchObject({ code: -32602 });
  });
});

describe("a change of a list", () => {
  test.each([
    ["tools", named("x")],
    ["prompts", prompt("x", {}, () => "")],
    ["resources", resource("x:y", { name: "y" }, () => "")],
    ["resources", resourceTemplate("x:{y}", { name: "y" }, () => "")],
  ])("of %s is told once for all that is done together", async (kind, one) => {
    const host = createHost([]);
    host.add(one);
    host.remove(one);
    host.add(one);
    expect(host.published).toEqual([]);
    await Promise.resolve();
    expect(host.published).toEqual([`notifications/${kind}/list_changed`]);
    host.remove(one);
    await Promise.resolve();
    expect(host.published).toHaveLength(2);
  });

  test("of resources is one with a change of their templates", async () => {
    const host = createHost([
      resource("x:y", { name: "y" }, () => ""),
      resourceTemplate("x:{y}", { name: "y" }, () => ""),
    ]);
    await Promise.resolve();
    expect(host.published).toEqual(["notifications/resources/list_changed"]);
  });

  test("is none when nothing was removed", async () => {
    const host = createHost([g]);
    await Promise.resolve();
    expect(host.remove(named("g"))).toBe(false);
    expect(host.remove(f)).toBe(false);
    await Promise.resolve();
    expect(host.published).toHaveLength(1);
    expect(host.remove(g)).toBe(true);
    expect(host.remove(g)).toBe(false);
  });
});
