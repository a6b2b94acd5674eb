import { afterAll, beforeAll, expect, test } from "vitest";
import { createClient } from "../../generated/index.ts";
import { spawnStdio } from "../../src/runtime/spawn-stdio.ts";
import { patient } from "../runtime/wait.ts";
import { bundle, type Bundle } from "./bundle.ts";
import { info, note } from "./servers/offer.ts";

const names = ["ours", "v1", "v2"];
const bundles = new Map<string, Bundle>();
beforeAll(async () => {
  for (const name of names) {
    bundles.set(name, await bundle(`servers/${name}.ts`));
  }
});
afterAll(() => {
  for (const { remove } of bundles.values()) remove();
});

/** A server of each lifecycle, and ours. */
test.each(names)("our client listens to the server %s", async (name) => {
  const client = createClient({ info });
  const args = [bundles.get(name)?.file ?? ""];
  await client.connect(spawnStdio({ command: process.execPath, args }));
  const { uri } = note;
  const subscription = await client.listen({
    toolsListChanged: true,
    resourceSubscriptions: [uri],
  });
  expect(subscription.notifications).toEqual({
    toolsListChanged: true,
    resourceSubscriptions: [uri],
  });
  const told: string[] = [];
  const reading = (async () => {
    for await (const { method } of subscription) told.push(method);
  })();
  const touch = { name: "touch", arguments: { uri } };
  await client.callTool(touch);
  await client.callTool({ name: "grow", arguments: { name: "grown" } });
  await expect
    .poll(() => [...told].sort(), patient)
    .toEqual([
      "notifications/resources/updated",
      "notifications/tools/list_changed",
    ]);
  await subscription.close();
  await reading;
  await client.callTool(touch);
  expect(told).toHaveLength(2);
  await client.close();
});
