import { describe, expect, test } from "vitest";
import { failureOf } from "../../../../src/runtime/stores/redis/link/redis-error.ts";

describe("what a client throws", () => {
  test.each([
    ["READONLY You can't write against a read only replica.", "elsewhere"],
    ["MASTERDOWN Link with MASTER is down", "elsewhere"],
    ["UNBLOCKED force unblock from blocking operation", "elsewhere"],
    ["OOM command not allowed when used memory > 'maxmemory'.", "refused"],
    ["MISCONF Redis is configured to save RDB snapshots", "refused"],
    ["NOREPLICAS Not enough good replicas to write.", "refused"],
    ["LOADING Redis is loading the dataset in memory", "unknown"],
    ["NOPERM this user has no permissions to run", "unknown"],
    ["Socket closed unexpectedly", "unknown"],
  ])("%s: writes are %s", (message, writes) => {
    expect(failureOf(new Error(message)).writes).toBe(writes);
  });

  test("an answer of a command in a script is the same, however a release says it", () => {
    const before =
      "ERR Error running script (call to f_6b1bf486): @user_script:1: @user_script: 1: -";
    const oom = "OOM command not allowed when used memory > 'maxmemory'.";
    expect(failureOf(new Error(`${before}${oom}`))).toEqual(
      failureOf(new Error(oom)),
    );
    const other = `${before.slice(0, -1)}Unknown Redis command`;
    expect(failureOf(new Error(other)).code).toBe("ERR");
    const permission =
      "ERR The user executing the script can't run this command or subcommand script: 1, on @user_script:1.";
    expect(failureOf(new Error(permission)).code).toBe("NOPERM");
  });
});
