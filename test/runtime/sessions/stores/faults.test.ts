import { describe, expect, test } from "vitest";
import { busFaults } from "./bus-faults.ts";
import type { Fault } from "./fault.ts";
import { sessionFaults } from "./session-faults.ts";
import { streamFaults } from "./stream-faults.ts";
import { taskFaults } from "./task-faults.ts";

const faults: Readonly<Record<string, Readonly<Record<string, Fault>>>> = {
  sessions: sessionFaults,
  streams: streamFaults,
  "the bus": busFaults,
  tasks: taskFaults,
};

describe.concurrent.each(Object.entries(faults))("of %s", (_, table) => {
  test.each(Object.entries(table))(
    "the suite finds that %s",
    async (_, { tests, foundBy, says }) => {
      const finder = tests.find(({ name }) => name === foundBy);
      await expect(finder?.run()).rejects.toThrow(says);
    },
  );
});
