import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { hello, start } from "./spawned.ts";

describe("a program that cannot be started", () => {
  const folder = mkdtempSync(join(tmpdir(), "mcp-gen-"));
  const plain = join(folder, "plain.txt");
  writeFileSync(plain, "no program");
  chmodSync(plain, 0o644);
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each([
    [
      { command: "no-such-program-anywhere" },
      /^cannot start "no-such-program-anywhere": there is no such program \(ENOENT\)$/,
    ],
    [
      { command: process.execPath, cwd: "/no/such/folder" },
      /^cannot start ".*": there is no folder "\/no\/such\/folder" \(ENOENT\)$/,
    ],
    [{ command: plain }, /^cannot start ".*plain.txt": .*EACCES/],
    [{ command: "node", args: ["a\0b"] }, /^cannot start "node": .*null bytes/],
  ])("closes the transport with the reason: %j", async (options, reason) => {
    const { transport, log, closed } = start(options);
    transport.send(hello);
    await closed;
    expect(log.heard).toEqual([{ closed: expect.stringMatching(reason) }]);
    await transport.close();
    expect(() => transport.send(hello)).toThrow("is closed");
  });
});
