/**
 * For every test file: whatever our servers and clients put on the wire is
 * checked when the test ends, and a wrong message fails it. What they put there
 * is recorded by what plugin.ts adds to the runtime.
 */
import { afterAll, afterEach, vi } from "vitest";
import { assertValid, forget } from "./check.ts";

// Files that share a process each begin with nothing.
forget();
afterEach(assertValid);
afterAll(assertValid);
// What a file has left behind would be a riddle in another.
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});
