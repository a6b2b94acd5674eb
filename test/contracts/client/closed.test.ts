import { expect, onTestFinished, test, vi } from "vitest";
import type { Client } from "../../../generated/index.ts";
import { watchLists, type Drift } from "../../../templates/emitted/drift.ts";
import { knownPrompt } from "../../../templates/rules/list-digest.ts";

/** As much of a client as a look at its server's lists needs. */
function lister(capabilities: () => object | undefined): Client {
  const none = async function* () {};
  const client = {
    get serverCapabilities() {
      return capabilities();
    },
    allTools: none,
    allPrompts: none,
    allResourceTemplates: none,
  };
  // Nothing else of it is asked for.
  return client as unknown as Client;
}

test.each([
  ["tells that all its tools are gone", false, 1],
  ["has not drifted once its connection is closed", true, 0],
])("a server without a list %s", async (_, isClosed, count) => {
  const drifts: Drift[] = [];
  const known = { tools: {} };
  const answers = isClosed ? [known] : [known, known];
  const watch = watchLists({
    name: "lister",
    lists: {
      isWhole: true,
      tools: [["echo", "1", "2"]],
      prompts: [],
      resourceTemplates: [],
    },
    onDrift: (drift) => drifts.push(drift),
    report: (error) => expect.fail(error.message),
  });
  watch.seen(lister(() => answers.shift()));
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  expect(drifts).toHaveLength(count);
});

test("a server that was started again is looked at again", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const drifts: Drift[] = [];
  let capabilities: object | undefined = {};
  const client = lister(() => capabilities);
  const watch = watchLists({
    name: "lister",
    lists: {
      isWhole: true,
      tools: [],
      prompts: [knownPrompt({ name: "report" })],
      resourceTemplates: [],
    },
    onDrift: (drift) => drifts.push(drift),
    report: (error) => expect.fail(error.message),
  });
  Object.assign(client, {
    allPrompts: async function* () {
      if (!("tools" in (capabilities ?? {}))) yield { name: "report" };
    },
  });
  capabilities = { prompts: {} };
  for (let call = 0; call < 3; call++) watch.seen(client);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(drifts).toEqual([]);
  // While it is started, nobody knows what it can.
  capabilities = undefined;
  watch.seen(client);
  capabilities = { prompts: {}, tools: {} };
  for (let call = 0; call < 3; call++) watch.seen(client);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(drifts).toHaveLength(1);
  expect(drifts[0]?.message).toContain('prompt "report" is gone');
});
