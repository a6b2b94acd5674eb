/**
 * For every test file: whatever our servers and clients put on the wire is
 * checked when the test ends, and a wrong message fails it. The runtime knows
 * nothing of this: the functions that make servers and clients are wrapped, and
 * the one that refuses HTTP requests.
 */
import { afterAll, afterEach, vi } from "vitest";
import { assertValid } from "./check.ts";

vi.mock("../../../src/runtime/server/create-server.ts", async (original) =>
  (await import("./hook.ts")).hooked(await original()),
);
vi.mock("../../../src/runtime/client/create-client.ts", async (original) =>
  (await import("./hook.ts")).hooked(await original()),
);
vi.mock("../../../src/runtime/http/server/replies.ts", async (original) =>
  (await import("./replies.ts")).hookedReplies(await original()),
);

afterEach(assertValid);
afterAll(assertValid);
