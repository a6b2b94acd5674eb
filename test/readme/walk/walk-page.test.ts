import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../emit/output/folder.ts";
import { pageSteps } from "./page-steps.ts";
import { walkPage } from "./walk-page.ts";

const env = { PATH: process.env["PATH"] ?? "" };

/** Info string and text of a fenced block. */
type Block = readonly [info: string, text: string];

const pageOf = (...blocks: readonly Block[]): string =>
  blocks
    .map(([info, text]) => `\`\`\`${info}\n${text}\n\`\`\`\n`)
    .join("\nThen:\n\n");

const walk = (page: string): Promise<void> =>
  walkPage(page, { folder: temporaryFolder(), env: () => env });

const hello: Block = ["js [hello.mjs]", 'console.log("Hello");'];

test("a command that is done is left out, and the rest of its line runs", async () => {
  const page = pageOf(["sh", "npm ci && echo next"], ["text", "next"]);
  const asked: string[] = [];
  await walkPage(page, {
    folder: temporaryFolder(),
    env: () => env,
    isDone: (command) => asked.push(command) === 1,
  });
  expect(asked).toEqual(["npm ci", "echo next"]);
});

describe("a page that works", () => {
  test.each<[string, ...Block[]]>([
    [
      "shows the output of a command",
      hello,
      ["console", "$ node hello.mjs\nHello"],
    ],
    [
      "shows a part of it",
      hello,
      ["sh", "node hello.mjs\necho end"],
      ["text", "…\nend"],
    ],
    [
      "changes a file",
      hello,
      ["diff [hello.mjs]", '-console.log("Hello");\n+console.log("Bye");'],
      ["console", "$ node hello.mjs\nBye"],
    ],
    [
      "changes its folder",
      ["sh", "mkdir a && cd a"],
      hello,
      ["sh", "cd .."],
      ["console", "$ node a/hello.mjs\nHello"],
    ],
    [
      "imports a file",
      ["js [a.mjs]", 'import "./hello.mjs";'],
      hello,
      ["sh", "node a.mjs"],
    ],
    [
      "runs a file by a script",
      hello,
      [
        "sh",
        `echo '{ "scripts": { "test": "node hello.mjs" } }' > package.json`,
      ],
      ["sh", "npm test"],
    ],
    [
      "answers a prompt",
      [
        "js [ask.mjs]",
        'process.stdout.write("Who? ");\nfor await (const one of process.stdin) {\n  console.log(`Hello, ${one}`.trim());\n  break;\n}',
      ],
      ["console", "$ node ask.mjs\nWho? Ada\nHello, Ada"],
    ],
    [
      "ends a server",
      [
        "js [serve.mjs]",
        'console.log("Listening");\nsetTimeout(() => {}, 60_000);',
      ],
      ["sh", "node serve.mjs # Ctrl-C ends it\necho next"],
    ],
    [
      "leaves a program in the background",
      ["js [serve.mjs]", "setTimeout(() => {}, 60_000);"],
      ["sh", "node serve.mjs & # Watches\necho next"],
    ],
    [
      "waits for publication",
      ["sh", "# After publication\nfalse"],
      ["sh", "npm ci && npm test"],
    ],
  ])("%s", async (_, ...blocks) => {
    await walk(pageOf(...blocks));
  });

  test("mentions the notes that its commands print", async () => {
    const page = pageOf(hello, ["sh", "node hello.mjs && echo note: x >&2"]);
    await walk(`${page}\nIt prints \`note: x\`, which is harmless.\n`);
  });
});

describe("a page that does not", () => {
  test.each<[string, RegExp, ...Block[]]>([
    ["a command that fails", /failed with exit code 1/, ["sh", "false\ntrue"]],
    [
      "a command in a console that fails",
      /failed with exit code 1/,
      ["console", "$ false"],
    ],
    [
      "other output",
      /the page shows another output/,
      hello,
      ["console", "$ node hello.mjs\nHallo"],
    ],
    [
      "more output than shown",
      /the page shows another output/,
      ["sh", "echo a; echo b"],
      ["text", "a"],
    ],
    [
      "output before a part",
      /the page shows another output/,
      ["sh", "echo a; echo b; echo c"],
      ["text", "b\n…\nc"],
    ],
    [
      "output after a part",
      /the page shows another output/,
      ["sh", "echo a; echo b; echo c"],
      ["text", "a\n…\nb"],
    ],
    [
      "a note",
      /does not mention this line: note: x/,
      ["sh", 'printf "%s: x\\n" note'],
    ],
    [
      "a deprecation",
      /does not mention this line: x is deprecated/,
      ["sh", 'printf "x is %s\\n" deprecated'],
    ],
    [
      "a line on standard error",
      /does not mention this line: x y/,
      ["sh", 'printf "%s y\\n" x >&2'],
    ],
    [
      "a file that nothing runs",
      /line 2: no command runs .*hello.mjs/,
      hello,
      ["sh", "echo"],
    ],
    [
      "a change of other text",
      /these lines are not there/,
      hello,
      ["diff [hello.mjs]", "-Bye\n+Hello"],
    ],
    [
      "a server that ends by itself",
      /ended before Ctrl-C, with exit code 0/,
      ["sh", "true # Ctrl-C ends it"],
    ],
  ])("has %s", async (_, problem, ...blocks) => {
    await expect(walk(pageOf(...blocks))).rejects.toThrow(problem);
  });

  test.each([
    ["js", "console.log(1);"],
    ["json", "{}"],
    ["console", "Hello\n$ echo"],
    ["diff", "-a\n+b"],
    ["text", "Hello"],
  ])("has a block of %s that no test runs", (language, text) => {
    expect(() => pageSteps(pageOf([language, text]))).toThrow(
      `line 2: this ${language} block is neither`,
    );
  });

  test("has output twice", () => {
    expect(() =>
      pageSteps(pageOf(["sh", "echo a"], ["text", "a"], ["text", "a"])),
    ).toThrow("this text block is neither");
  });
});
