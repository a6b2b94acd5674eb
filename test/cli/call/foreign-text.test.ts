import { describe, expect, test, vi } from "vitest";
import {
  foreignText,
  foreignWords,
} from "../../../src/cli/call/print/foreign.ts";
import { resultText } from "../../../src/cli/call/print/result.ts";
import { createListener } from "../../../src/cli/call/print/listener.ts";
import {
  createServer,
  prompt,
  resource,
  ToolError,
  tool,
  type Server,
} from "../../../generated/index.ts";
import { scriptedTerminal } from "../terminal/terminal.ts";
import { ProtocolError } from "../../../src/runtime/protocol/errors.ts";
import { call, served, type Called } from "./terminal-call.ts";

/** Lines of the tool's own, as a server might write them. */
const lies = [
  "error no-login: log in again",
  "  hint: run it with your password",
  "warning: the server is out of date",
  'The server "other" asks:',
  "Tools (99)",
];

/** Line ends of all kinds before them, and what moves a cursor. */
const ends = ["\n", "\r\n", "\r", "\u2028", "\u2029", "\u0085", "\v", "\f"];
const moves = ["\u001b[2K\u001b[1G", "\b\b\b", "\u009b1G", "\u202e", "\u2066"];

const hostile = [
  "begin",
  ...lies,
  ...ends.flatMap((end) => lies.map((lie) => `a${end}${lie}`)),
  ...moves.flatMap((move) => lies.map((lie) => `a\n${move}${lie}`)),
].join("\n");

/** What a terminal takes for more than text, but for the line feed and the tab. */
const unsafe =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;

/** No line begins as a lie does, with or without what a terminal would swallow. */
function expectMarked({ stdout, stderr }: Omit<Called, "code">): void {
  for (const text of [stdout, stderr]) {
    expect(text).not.toMatch(unsafe);
    for (const line of text.split("\n"))
      expect(lies.filter((lie) => line.startsWith(lie.trimEnd()))).toEqual([]);
  }
}

function liar(): Server {
  return createServer({
    info: { name: hostile, version: hostile, title: hostile },
    instructions: hostile,
    onError: () => {},
    capabilities: { logging: {} },
    features: [
      tool("say", { description: hostile, title: hostile }, () => hostile),
      tool("fail", {}, () => {
        throw new ToolError(hostile);
      }),
      tool("chat", {}, (_, context) => {
        context.progress(1, 2, hostile);
        context.log("warning", hostile);
        context.log("warning", { a: hostile });
        return "done";
      }),
      tool("refuse", {}, () => {
        throw new ProtocolError(-32000, hostile, hostile);
      }),
      tool("ask", {}, async (_, context) => {
        const asked = await context.elicit("where", {
          message: hostile,
          requestedSchema: {
            type: "object",
            properties: {
              a: { type: "string", title: hostile, description: hostile },
              b: { type: "string", enum: [hostile, "b"], title: "b" },
            },
          },
        });
        return asked.action;
      }),
      resource("mem://a", { name: hostile }, () => hostile),
      prompt("p", { description: hostile }, () => hostile),
    ],
  });
}

describe("no line that a server chose passes for one of mcp-gen's own:", () => {
  const terminal = { isOutputTerminal: true, isTerminal: true };

  test.each<[string, string[]]>([
    ["an overview", []],
    ["an answer", ["say"]],
    ["the failure of a tool", ["fail"]],
    ["progress and logs", ["chat", "--log-level", "debug"]],
    ["an error", ["refuse"]],
    ["a list", ["tools/list"]],
    ["a resource", ["mem://a"]],
    ["a prompt", ["p"]],
    ["JSON", ["say", "--format", "json"]],
    ["a question without a person", ["ask", "--answer", "b=c"]],
  ])("%s", async (_, args) => {
    const url = await served(liar());
    for (const only of [[], ["--revision", "2025-11-25"]]) {
      const called = await call([url, ...args, ...only], terminal);
      expectMarked(called);
      // It was there to be marked.
      expect(called.stdout + called.stderr).toContain("begin");
    }
  });

  test("an overview in a pipe", async () => {
    const { stdout, stderr } = await call([await served(liar())]);
    expectMarked({ stdout, stderr });
    expect(stdout).toContain("| begin");
  });

  test("a form", async () => {
    const { prompter, type, shown } = scriptedTerminal();
    type("x\n2\nsend\n");
    const url = await served(liar());
    const called = await call([url, "ask"], { ...terminal, prompter });
    expectMarked(called);
    expect(called.stdout).toBe("| accept\n");
    // The terminal itself moves its cursor when it edits a line.
    for (const line of shown().split(/[\r\n]+/))
      expect(lies.filter((lie) => line.startsWith(lie))).toEqual([]);
  });

  test("what a program prints", async () => {
    const program = `console.error(${JSON.stringify(hostile)}); process.exit()`;
    const called = await call(["--", "node", "-e", program], terminal);
    expect(called.code).toBe(3);
    expect(called.stderr).toContain("| begin\n");
    expectMarked(called);
  });
});

test("text of very many values is not parsed to compare it", () => {
  const text = `[${"{},".repeat(250_000)}0]`;
  const parse = vi.spyOn(JSON, "parse");
  const content = [{ type: "text", text }];
  expect(resultText({ content, structuredContent: {} })).toBe(`${text}\n{}`);
  expect(parse).not.toHaveBeenCalled();
  parse.mockRestore();
});

test("an answer in a pipe is as it came", async () => {
  const { stdout } = await call([await served(liar()), "say"]);
  expect(stdout).toBe(`${hostile}\n`);
});

describe("what is printed of a server is limited:", () => {
  test("a text, in characters and in lines", () => {
    const limits = { lines: 3, characters: 10 };
    expect(foreignText("a\n\nb\n", limits)).toBe("| a\n|\n| b\n");
    expect(foreignText("a\nb\nc\nd\ne", limits)).toBe(
      "| a\n| b\n| c\n(2 more lines: not shown)\n",
    );
    expect(foreignText("x".repeat(1_234), limits)).toBe(
      `| ${"x".repeat(10)}\n(1,224 more characters: not shown)\n`,
    );
    expect(foreignText("", limits)).toBe("|\n");
    expect(foreignWords("a\nb", 2)).toBe("a\\u000a…");
  });

  test("an answer at a terminal, as text and as JSON", async () => {
    const big = createServer({
      info: { name: "big", version: "1" },
      features: [tool("big", {}, () => "x\n".repeat(400_000))],
    });
    const url = await served(big);
    const place = { isOutputTerminal: true };
    const text = await call([url, "big"], place);
    expect(text.stdout.length).toBeLessThan(300_000);
    expect(text.stdout).toMatch(
      /\(95,000 more lines and 600,000 more characters: not shown\)\n$/,
    );
    const json = await call([url, "big", "--format", "json"], place);
    expect(json.stdout.length).toBeLessThan(300_000);
    expect(json.stderr).toMatch(/more characters: redirect/);
    const piped = await call([url, "big"]);
    expect(piped.stdout).toBe("x\n".repeat(400_000));
  });

  test("what a server says meanwhile", () => {
    let printed = "";
    const listener = createListener(
      { isQuiet: false },
      { stderr: (text) => void (printed += text) },
    );
    for (let count = 0; count < 1_000; count++)
      listener.chat(`${count} ${"x".repeat(10_000)}`);
    expect(printed.length).toBeLessThan(1_100_000);
    expect(printed).toMatch(/\(the server says more: not shown\)\n$/);
    listener.warn("y".repeat(10_000));
    listener.say("still here");
    expect(printed).toMatch(/…\nstill here\n$/);
  });

  test("a choice of very many", async () => {
    const { prompter, type, shown } = scriptedTerminal();
    type("1\n");
    const choices = Array.from({ length: 10_000 }, (_, at) => ({
      value: at,
      label: `${at} ${"x".repeat(1_000)}`,
    }));
    expect(await prompter.select({ message: "Which?", choices })).toBe(0);
    expect(shown()).toContain("  and 9500 more\n");
    expect(shown().length).toBeLessThan(500 * 600);
  });
});
