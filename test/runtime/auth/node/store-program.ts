import { storeAt } from "../../../../src/runtime/auth/node/store/file-store.ts";

/** What a process is to do with a store. */
export interface StoreTask {
  readonly path: string;
  readonly task: "count" | "count and set" | "hold" | "set";
  /** How often it counts, or how many keys it sets. */
  readonly times?: number;
  /** The beginning of its keys. */
  readonly name?: string;
  /** For how long a lock is waited for, in milliseconds. */
  readonly waitMs?: number;
}

const given = JSON.parse(process.argv[2] ?? "{}") as StoreTask;
const { path, task, times = 1, name = "", waitMs = 60_000 } = given;
const store = storeAt({
  path,
  waitMs,
  beatMs: 5_000,
  silentMs: 60_000,
  warn: ({ message }) => console.error(message),
});

function count(): Promise<void> {
  return store.lock("counter", async () => {
    const before = Number((await store.get("count")) ?? "0");
    await store.set("count", String(before + 1));
  });
}

function set(index: number): Promise<void> {
  return store.set(`${name}-${index}`, `value of ${name}-${index}`);
}

switch (task) {
  case "count":
    for (let done = 0; done < times; done++) await count();
    break;
  case "count and set":
    for (let done = 0; done < times; done++)
      await Promise.all([count(), set(done)]);
    break;
  case "hold":
    await store.lock("counter", async () => {
      console.log("held");
      await new Promise((resolve) => setTimeout(resolve, 2 ** 30));
    });
    break;
  case "set":
    for (let done = 0; done < times; done++) await set(done);
    break;
}
