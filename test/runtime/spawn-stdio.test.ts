import { describe, expect, test, vi } from "vitest";
import { isThere } from "./child.ts";
import { hello, pidOf, run, says, start, stays } from "./spawned.ts";
import { until } from "./wait.ts";

describe("a server", () => {
  test("is started without a shell", async () => {
    const args = [
      "$(id)",
      "; exit",
      "`id`",
      "*",
      "a b",
      '"',
      "'",
      "%PATH%",
      "",
    ];
    const { log, closed } = start({
      command: process.execPath,
      args: [
        "-e",
        `console.log(JSON.stringify(process.argv.slice(1)))`,
        ...args,
      ],
    });
    await closed;
    expect(log.heard[0]).toEqual({ message: args });
  });

  test("runs where it is told to", async () => {
    const { log, closed } = run(`console.log(JSON.stringify(process.cwd()))`, {
      cwd: "/",
    });
    await closed;
    expect(log.heard[0]).toEqual({ message: "/" });
  });

  test("hears and says any text", async () => {
    const server = run(`process.stdin.pipe(process.stdout);`);
    const text = "é𝄞\u2028\n".repeat(100_000);
    server.transport.send({ ...hello, params: { text } });
    await until(() => server.log.heard.length > 0);
    expect(server.log.heard).toEqual([
      { message: { ...hello, params: { text } } },
    ]);
    await server.transport.close();
  });

  test("is not thought broken for what it prints on standard error", async () => {
    const words: string[] = [];
    const server = run(
      `console.error("Error: none"); process.stdin.pipe(process.stdout);`,
      { stderr: (text) => words.push(text) },
    );
    server.transport.send(hello);
    await until(() => server.log.heard.length > 0);
    await server.transport.close();
    expect(words.join("")).toBe("Error: none\n");
    expect(server.log.heard).toEqual([
      { message: hello },
      { closed: undefined },
    ]);
  });

  test("that says what is no message is still heard", async () => {
    const server = run(
      `console.log("hello"); console.log("x".repeat(2000)); console.log("[1]");` +
        stays,
      { lineLimit: 1000 },
    );
    await until(() => server.log.heard.length === 3);
    expect(server.log.heard).toEqual([
      { unreadable: 'a line is not JSON: "hello"' },
      { unreadable: "a line is longer than 1000 bytes" },
      { message: [1] },
    ]);
    await server.transport.close();
  });

  test("may say 250,000 values in a line, or as many as an option says", async () => {
    const list = (count: number): string =>
      `console.log("[" + Array(${count}).fill(0) + "]");`;
    const server = run(list(60_000) + list(250_000) + stays);
    await until(() => server.log.heard.length === 2);
    expect(server.log.heard).toEqual([
      { message: Array(60_000).fill(0) },
      // What is not parsed is handed over as text.
      { message: expect.stringMatching(/^\[0,0/) },
    ]);
    await server.transport.close();
    const bounded = run(list(3) + list(2) + stays, { maxValues: 3 });
    await until(() => bounded.log.heard.length === 2);
    expect(bounded.log.heard).toEqual([
      { message: "[0,0,0]" },
      { message: [0, 0] },
    ]);
    await bounded.transport.close();
  });

  test("that does not read is ended, once too much waits for it", async () => {
    const server = run(says + stays, { queueLimit: 1_000_000 });
    const pid = await pidOf(server);
    const big = { ...hello, params: { text: "x".repeat(400_000) } };
    await expect(async () => {
      for (;;) {
        server.transport.send(big);
        await new Promise((resolve) => setImmediate(resolve));
      }
    }).rejects.toThrow("the peer does not read");
    await server.closed;
    expect(isThere(pid)).toBe(false);
    expect(server.log.heard.at(-1)).toEqual({
      closed: expect.stringMatching("the peer does not read"),
    });
  });

  test("gets no more of the environment than it needs", async () => {
    vi.stubEnv("MCP_GEN_SECRET", "secret");
    vi.stubEnv("TERM", "() { echo code; }");
    const { log, closed } = run(`console.log(JSON.stringify(process.env))`, {
      env: { GIVEN: "yes" },
    });
    await closed;
    vi.unstubAllEnvs();
    const [heard] = log.heard as { message: Record<string, string> }[];
    expect(heard?.message).toMatchObject({
      GIVEN: "yes",
      PATH: process.env["PATH"],
    });
    expect(heard?.message).not.toHaveProperty("MCP_GEN_SECRET");
    expect(heard?.message).not.toHaveProperty("TERM");
  });
});
