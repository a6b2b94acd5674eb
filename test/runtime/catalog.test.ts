import { expect, test } from "vitest";
import { Catalog } from "../../src/runtime/server/catalog.ts";
import type {
  Collection,
  Feature,
} from "../../src/runtime/features/feature.ts";
import type { Handler } from "../../src/runtime/peer/handlers.ts";

const host = { pageSize: 1, publish() {}, onError() {} };

/** A kind of feature whose one method has this handler. */
function kind(handler: Handler): Feature {
  const keys = new Set<string>();
  const collection: Collection = {
    add: ({ key }) => void keys.add(key),
    remove: ({ key }) => keys.delete(key),
    handlers: new Map([["find", handler]]),
    capabilities: {},
  };
  return { key: "one", collect: () => collection };
}

function find(...features: Feature[]): unknown {
  const catalog = new Catalog(host);
  for (const feature of features) catalog.add(feature);
  const context = { method: "find" } as Parameters<Handler>[1];
  return catalog.handlers.get("find")?.({}, context);
}

test("collections are tried in turn until one answers", async () => {
  const none = kind(() => undefined);
  const some = kind(() => Promise.resolve("found"));
  expect(await find(none, some)).toBe("found");
});

test("what no collection answers is a mistake of the client's", async () => {
  const none = kind(() => undefined);
  const other = kind(() => Promise.resolve(undefined));
  expect(() => find(none)).toThrow("unknown name");
  await expect(find(none, other)).rejects.toMatchObject({ code: -32602 });
});
