import { describe, test } from "vitest";
import {
  busOutageTests,
  busTests,
} from "../../../../src/store-tests/sessions/bus-tests.ts";
import { sessionStoreTests } from "../../../../src/store-tests/sessions/session-tests.ts";
import { streamStoreTests } from "../../../../src/store-tests/sessions/stream-tests.ts";
import { memoryStores } from "./memory-stores.ts";

const suites = {
  sessions: sessionStoreTests(() => memoryStores(({ sessions }) => sessions)),
  streams: streamStoreTests((bounds) =>
    memoryStores(({ streams }) => streams, bounds),
  ),
  bus: busTests(() => memoryStores(({ bus }) => bus, { onError() {} })),
  "a bus that is away": busOutageTests(() => memoryStores(({ bus }) => bus)),
};

describe.concurrent.each(Object.entries(suites))(
  "in memory, %s",
  (_, tests) => {
    test.each(tests)("$name", ({ run }) => run());
  },
);
