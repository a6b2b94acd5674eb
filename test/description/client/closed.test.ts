import { expect, test } from "vitest";
import type { Client } from "../../../generated/index.ts";
import { watchLists, type Drift } from "../../../templates/emitted/drift.ts";

/** As much of a client as a look at its server's lists needs. */
function lister(capabilities: object | undefined): Client {
  const none = async function* () {};
  const client = {
    serverCapabilities: capabilities,
    allTools: none,
    allPrompts: none,
    allResourceTemplates: none,
  };
  // Nothing else of it is asked for.
  return client as unknown as Client;
}

test.each([
  ["tells that all its tools are gone", { tools: {} }, 1],
  ["has not drifted once its connection is closed", undefined, 0],
])("a server without a list %s", async (_, capabilities, count) => {
  const drifts: Drift[] = [];
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
  watch.begin(lister(capabilities));
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  expect(drifts).toHaveLength(count);
});
