import { describe, expect, test } from "vitest";
import { isThere } from "./child.ts";
import {
  hello,
  leavesChild,
  pidOf,
  reads,
  run,
  says,
  stays,
} from "./spawned.ts";

describe("a server that dies", () => {
  test("is heard to the end, and closes the transport with its exit code", async () => {
    const words: string[] = [];
    const script = `console.error("last words"); process.exitCode = 3;`;
    const { log, closed, transport } = run(says + `say("bye");` + script, {
      stderr: (text) => words.push(text),
    });
    await closed;
    expect(log.heard.slice(1)).toEqual([
      { message: "bye" },
      { closed: "the server exited with code 3" },
    ]);
    expect(words.join("")).toBe("last words\n");
    expect(() => transport.send(hello)).toThrow("is closed");
    await transport.close();
    expect(log.heard).toHaveLength(3);
  });

  test("by a signal closes the transport with its name", async () => {
    const server = run(says + stays);
    process.kill(await pidOf(server), "SIGKILL");
    await server.closed;
    expect(server.log.heard.at(-1)).toEqual({
      closed: "the server was ended by SIGKILL",
    });
  });

  test("without reading what was sent says why, and not that a pipe broke", async () => {
    const { transport, log, closed } = run(`process.exitCode = 4;`);
    transport.send({ ...hello, params: { text: "x".repeat(5_000_000) } });
    await closed;
    expect(log.heard).toEqual([{ closed: "the server exited with code 4" }]);
  });

  test("closes the transport although a child of it holds its output", async () => {
    const { log, closed } = run(says + leavesChild);
    await closed;
    const [, told] = log.heard as { message: { child: number } }[];
    process.kill(told?.message.child ?? NaN, "SIGKILL");
    expect(log.heard.at(-1)).toEqual({
      closed: "the server exited with code 5",
    });
  });

  test("in part, and no longer writes, first gets the end of its input", async () => {
    const { log, closed } = run(says + reads + `require("fs").closeSync(1);`, {
      grace: 60_000,
    });
    await closed;
    expect(log.heard.at(-1)).toEqual({
      closed: "the server exited with code 0",
    });
  });

  test.each([
    ["writes", says + `require("fs").closeSync(1);`],
    ["reads", `require("fs").closeSync(0);` + says],
  ])("in part, and no longer %s, is ended", async (_, script) => {
    const server = run(script + stays);
    const pid = await pidOf(server);
    server.transport.send(hello);
    await server.closed;
    expect(isThere(pid)).toBe(false);
    expect(server.log.heard.at(-1)).toEqual({
      closed: "the server was ended by SIGTERM",
    });
  });
});
