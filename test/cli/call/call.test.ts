import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { clientSettings } from "../../../src/cli/call/connect/session.ts";
import * as z from "zod";
import {
  createServer,
  image,
  prompt,
  resource,
  text,
  tool,
  type Server,
} from "../../../generated/index.ts";
import { temporaryFolder } from "../../emit/output/folder.ts";
import { allowInvalid } from "../../support/wire-check/check.ts";
import { call, callJson, served } from "./terminal-call.ts";

const png = "iVBORw0KGgo=";

function demo(): Server {
  return createServer({
    info: { name: "demo", version: "1.0.0" },
    instructions: "Add with care.",
    onError: () => {},
    capabilities: { logging: {} },
    methods: {
      "example/define": ({ word }: { word: string }) => ({ meaning: word }),
    },
    features: [
      tool(
        "add",
        {
          description: "Adds two numbers",
          input: z.object({ a: z.number(), b: z.number().optional() }),
        },
        ({ a, b = 0 }) => `${a + b}`,
      ),
      tool("fail", {}, () => {
        throw new Error("No such city");
      }),
      tool("draw", {}, () => [text("Here"), image(png, "image/png")]),
      tool("colour", {}, () => "a\u001b[2Jb\r\n\u001b[31mc\u001b[0m"),
      tool("wait", {}, async (_, context) => {
        const { signal } = context;
        context.progress(1, 2, "half");
        await new Promise((_resolve, reject) =>
          signal.addEventListener("abort", () => reject(signal.reason)),
        );
        return "";
      }),
      tool("tell", {}, (_, context) => {
        context.progress(1, 2, "half");
        context.log("warning", "careful");
        return "told";
      }),
      resource("mem://note", { name: "note" }, () => "A note"),
      prompt(
        "report",
        { arguments: { city: { required: true }, tone: {} } },
        ({ city }) => `Write of ${city}.`,
      ),
    ],
  });
}

const revisions = ["2025-06-18", "2026-07-28"];

describe.each(revisions)("in %s", (revision) => {
  const only = ["--revision", revision];

  test.each<[string[], string]>([
    [["add", "--arg", "a=1", "--arg", "b=2"], "3\n"],
    [["add", "-a", '{"a": 1}', "-a", "b=-4"], "-3\n"],
    [
      [
        "tools/call",
        "-a",
        "name=add",
        "-a",
        "arguments.a=1",
        "-a",
        "arguments.b=2",
      ],
      "3\n",
    ],
    [["tools/call", "-a", '{"name":"add","arguments":{"a":5}}'], "5\n"],
    [["draw"], "Here\n[image/png, 8 bytes]\n"],
    [["resources/read", "-a", "uri=mem://note"], "A note\n"],
    [["mem://note"], "A note\n"],
    [
      ["prompts/get", "-a", "name=report", "-a", "arguments.city=1"],
      "user: Write of 1.\n",
    ],
    [["report", "-a", "city=Oslo"], "user: Write of Oslo.\n"],
    [["prompts/list"], "report(city, tone?)\n"],
    [["resources/list"], "mem://note\n  note\n"],
  ])("%j", async (args, stdout) => {
    const url = await served(demo());
    const called = await call([url, ...args, ...only]);
    expect(called).toEqual({ code: 0, stdout, stderr: "" });
  });

  test("a vendor's method is called, whose params nobody knows", async () => {
    allowInvalid("a vendor's method is in no revision");
    const url = await served(demo());
    const args = [url, "example/define", "-a", "word=rain", ...only];
    expect(await callJson(args)).toMatchObject({ meaning: "rain" });
    const { code, stderr } = await call([url, "nobody/knows", ...only]);
    expect(code).toBe(1);
    expect(stderr).toBe(
      "error server-error -32601: Method not found: nobody/knows\n",
    );
  });

  test("progress and logs go to standard error, unless nobody wants them", async () => {
    const url = await served(demo());
    const args = [url, "tell", ...only, "--log-level", "debug"];
    const { stdout, stderr } = await call(args);
    expect(stdout).toBe("told\n");
    expect(stderr).toContain("[1/2] half\n");
    expect(stderr).toContain("[warning] careful\n");
    const quiet = await call([...args, "-q"]);
    expect(quiet).toMatchObject({ stdout: "told\n", stderr: "" });
  });

  test("Ctrl-C takes the call back", async () => {
    const url = await served(demo());
    const stop = new AbortController();
    const { code, stdout, stderr } = await call([url, "wait", ...only], {
      interruption: stop.signal,
      onStderr: (said) => {
        if (said.includes("half")) stop.abort();
      },
    });
    expect({ code, stdout }).toEqual({ code: 130, stdout: "" });
    expect(stderr).toContain("error cancelled: Cancelled\n");
  });

  test("what is asked for as it is reaches the server", async () => {
    const url = await served(demo());
    const { code, stderr } = await call([url, "add", "--as-is", ...only]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error/);
  });
});

describe("before anything is sent", () => {
  test.each<[string[], string]>([
    [["ad", "-a", "a=1"], 'did you mean "add"?'],
    [["tools/cal"], 'did you mean "tools/call"?'],
    [["tools/call", "-a", "name=ad"], 'did you mean "add"?'],
    [["tools/call", "-a", "nme=add"], 'did you mean "name"?'],
    [["add", "-a", "a=1", "-a", "bb=2"], 'did you mean "b"?'],
    [["add", "-a", "b=2"], "hint: --arg a=<number>"],
    [["add", "-a", "a=x"], 'a: expected a number, found "x"'],
    [["report", "-a", "cty=x"], 'did you mean "city"?'],
    [["zzz"], "its tools are add, fail, draw"],
    [["roots/list"], "is sent by servers"],
    [["initialize"], "is sent when the connection is opened"],
  ])("%j is not sent", async (args, reason) => {
    const url = await served(demo());
    const { code, stdout, stderr } = await call([url, ...args]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(reason);
  });
});

test("a program reads results, and errors, as JSON", async () => {
  const url = await served(demo());
  expect(await callJson([url, "add", "-a", "a=1"])).toMatchObject({
    content: [{ type: "text", text: "1" }],
  });
  expect(await callJson([url, "fail"])).toMatchObject({ isError: true });
  expect(await callJson([url, "ad"])).toMatchObject({
    status: "error",
    error: { code: "unknown-method", hint: 'did you mean "add"?' },
  });
  const missing = await callJson([url, "mem://none"]);
  expect(missing).toMatchObject({
    status: "error",
    error: { code: "server-error", rpcCode: -32602 },
  });
  const overview = await callJson([url]);
  expect(overview).toMatchObject({
    serverInfo: { name: "demo" },
    protocolVersion: "2026-07-28",
    tools: [{ name: "add" }, {}, {}, {}, {}, {}],
    resources: [{ uri: "mem://note" }],
    prompts: [{ name: "report" }],
  });
});

test("without a method, the server is shown", async () => {
  const { code, stdout } = await call([await served(demo())]);
  expect(code).toBe(0);
  expect(stdout).toContain("| demo 1.0.0\nSpeaks 2026-07-28; offers");
  expect(stdout).toContain("Instructions\n| Add with care.\n");
  expect(stdout).toContain(
    "Tools (6)\n| add(a: number, b?: number)\n|   Adds two numbers\n",
  );
});

test("a program reads of a wrong option as JSON too", async () => {
  for (const wrong of [
    ["--revsion", "x"],
    ["--timeout", "0"],
  ]) {
    const answer = await callJson(["node x.js", ...wrong]);
    expect(answer).toMatchObject({
      status: "error",
      error: { code: "invalid-option" },
    });
  }
  const answer = await callJson(["node x.js", "--revsion", "x"]);
  expect(answer).toMatchObject({
    error: {
      message: "unknown option '--revsion'",
      hint: "Did you mean --revision?",
    },
  });
});

test("a server that answers nothing has no more time than was given", () => {
  const probeOf = (timeoutMs: number): number | undefined =>
    clientSettings(
      {
        revisions: [],
        roots: [],
        isModel: false,
        answers: new Map(),
        timeoutMs,
      },
      {
        prompter: undefined,
        answers: new Map(),
        asked: () => {},
        misfit: () => {},
        signal: new AbortController().signal,
        opensBrowser: false,
        serverName: () => "",
        say: () => {},
        show: () => {},
        interrupt: () => {},
      },
      { chat: () => {}, warn: () => {} },
    ).probeTimeout;
  expect(probeOf(1_000)).toBe(1_000);
  expect(probeOf(300_000)).toBe(5_000);
});

test("a failed tool is exit code 1, and no answer is 3", async () => {
  const url = await served(demo());
  expect(await call([url, "fail"])).toEqual({
    ...{ code: 1, stdout: "" },
    stderr: "error: the tool failed\n| No such city\n",
  });
  const gone = await call(["http://127.0.0.1:1/mcp", "ping"]);
  expect(gone).toMatchObject({ code: 3, stdout: "" });
  expect(gone.stderr).toContain("error no-connection");
  const missing = await call(["no-such-program-here --x", "ping"]);
  expect(missing).toMatchObject({ code: 3, stdout: "" });
  expect(missing.stderr).toContain("there is no such program");
});

test("what a server says moves no cursor, and reaches a pipe as it is", async () => {
  const url = await served(demo());
  const shown = await call([url, "colour"], { isOutputTerminal: true });
  expect(shown.stdout).toBe("| a\\u001b[2Jb\n| c\n");
  const piped = await call([url, "colour"]);
  expect(piped.stdout).toBe("a\u001b[2Jb\r\n\u001b[31mc\u001b[0m\n");
});

test("bytes go to a file", async () => {
  const cwd = temporaryFolder();
  const url = await served(demo());
  const { code, stdout } = await call([url, "draw", "--out", "x.png"], { cwd });
  expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
  expect(readFileSync(join(cwd, "x.png")).toString("base64")).toBe(png);
});

test("all pages of a list are one answer, and a cursor asks for one", async () => {
  const pages: Readonly<Record<string, object>> = {
    first: { tools: [named("a")], nextCursor: "second" },
    second: { tools: [named("b")], nextCursor: "third" },
    third: { tools: [named("c")] },
  };
  const server = createServer({
    info: { name: "pages", version: "1.0.0" },
    handlers: {
      listTools: (params) =>
        (pages[params?.cursor ?? "first"] ?? {}) as { tools: [] },
      callTool: () => ({ content: [] }),
    },
  });
  const url = await served(server);
  const all = await callJson([url, "tools/list"]);
  expect(all).toMatchObject({
    tools: [{ name: "a" }, { name: "b" }, { name: "c" }],
  });
  expect(all).not.toHaveProperty("nextCursor");
  const one = await callJson([url, "tools/list", "-a", "cursor=second"]);
  expect(one).toMatchObject({ tools: [{ name: "b" }], nextCursor: "third" });
});

function named(name: string): object {
  return { name, inputSchema: { type: "object" } };
}

describe("bad usage", () => {
  test.each<[string[], string]>([
    [[], "No server is named"],
    [["node x.js", "--arg", "=1"], "names no argument"],
    [["node x.js", "--revsion", "x"], "Did you mean --revision?"],
    [
      ["node x.js", "tools/list", "more"],
      'mcp-gen call "node x.js tools/list more"',
    ],
    [["weather", "greet", "token=secret"], "before it: --arg token=…"],
    [["node x.js", "--header", "A: b"], "--header is for servers at a URL"],
    [
      ["https://x.example", "--env", "A=b"],
      "--env is for servers that are started",
    ],
    [["node x.js", "--env", "NONE_SUCH"], "there is no such variable here"],
    [["node x.js", "--revision", "2025-11-26"], 'did you mean "2025-11-25"?'],
    [["node x.js", "--log-level", "wrning"], 'did you mean "warning"?'],
    [["node x.js", "--timeout", "0"], "seconds above zero"],
    [["https://x.example", "--header", "secret"], "A header is no header"],
    [["node x.js", "x", "--arg", "a=@none.txt"], "there is no such file"],
  ])("%j", async (args, reason) => {
    const { code, stdout, stderr } = await call(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(reason);
    expect(stderr).not.toContain("secret");
  });
});
