import { describe, expect, test } from "vitest";
import { serverEnvironment } from "../../src/runtime/stdio/child-process.ts";
import {
  type ProgramCall,
  type WindowsSystem,
  resolveWindowsCommand,
} from "../../src/runtime/stdio/windows.ts";
import { fc } from "../support/random.ts";

const node = "C:\\Program Files\\nodejs\\node.exe";
const npx = "C:\\Program Files\\nodejs\\npx.cmd";
const npxScript =
  "C:\\Program Files\\nodejs\\node_modules\\npm\\bin\\npx-cli.js";
const batch = "C:\\tools\\serve.cmd";

/** As npm ships it beside Node. */
const npxText = [
  "@ECHO OFF",
  'SET "NODE_EXE=%~dp0\\node.exe"',
  'IF NOT EXIST "%NODE_EXE%" (',
  '  SET "NODE_EXE=node"',
  ")",
  'SET "NPX_CLI_JS=%~dp0\\node_modules\\npm\\bin\\npx-cli.js"',
  'IF EXIST "%NPM_PREFIX_NPX_CLI_JS%" (',
  '  SET "NPX_CLI_JS=%NPM_PREFIX_NPX_CLI_JS%"',
  ")",
  "",
  '"%NODE_EXE%" "%NPX_CLI_JS%" %*',
  "",
].join("\r\n");

/** As npm writes it for a command of a package. */
function shimOf(program: string, start: string): string {
  return [
    "@ECHO off",
    "SET dp0=%~dp0",
    `IF EXIST "%dp0%\\${program}.exe" (`,
    `  SET "_prog=%dp0%\\${program}.exe"`,
    ") ELSE (",
    `  SET "_prog=${program}"`,
    "  SET PATHEXT=%PATHEXT:;.JS;=;%",
    ")",
    `endLocal & goto #_undefined_# 2>NUL || title %COMSPEC% & "%_prog%" ${start} %*`,
    "",
  ].join("\r\n");
}

const shim = "C:\\app\\node_modules\\.bin\\tool.cmd";
const shimScript = "C:\\app\\node_modules\\.bin\\..\\tool\\bin\\tool";
const shimTarget = '"%dp0%\\..\\tool\\bin\\tool"';

function host(
  files: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>> = {},
): WindowsSystem {
  const read = (path: string): string | undefined =>
    Object.entries(files).find(
      ([name]) => name.toLowerCase() === path.toLowerCase(),
    )?.[1];
  return {
    env: {
      Path: 'C:\\Windows;"C:\\Program Files\\nodejs\\";;C:\\tools',
      SystemRoot: "C:\\Windows",
      ...env,
    },
    cwd: "C:\\app",
    fileExists: (path) => read(path) !== undefined,
    readFile: (path) => read(path) ?? "",
  };
}

const installed = { [node]: "", [npx]: npxText, [npxScript]: "" };

describe("a command on Windows", () => {
  const plain = (command: string, ...args: string[]): ProgramCall => ({
    command,
    args,
    verbatim: false,
  });

  test.each<[string, Record<string, string>, ProgramCall]>([
    ["node", installed, plain(node.toLowerCase(), "a b")],
    ["node.exe", installed, plain(node, "a b")],
    ["NODE", installed, plain("C:\\Program Files\\nodejs\\NODE.exe", "a b")],
    [node, installed, plain(node, "a b")],
    [
      "bin\\own.exe",
      { "C:\\app\\bin\\own.exe": "" },
      plain("C:\\app\\bin\\own.exe", "a b"),
    ],
    [
      "python3.11",
      { "C:\\tools\\python3.11.exe": "" },
      plain("C:\\tools\\python3.11.exe", "a b"),
    ],
    ["npx", installed, plain(node, npxScript, "a b")],
    ["npx.cmd", installed, plain(node, npxScript, "a b")],
    [
      "node_modules/.bin/tool",
      {
        ...installed,
        "C:\\app\\node_modules/.bin/tool.cmd": shimOf("node", shimTarget),
        "C:\\app\\node_modules/.bin/..\\tool\\bin\\tool": "",
      },
      plain(node, "C:\\app\\node_modules/.bin/..\\tool\\bin\\tool", "a b"),
    ],
    [
      "server.js",
      { ...installed, "C:\\tools\\server.js": "" },
      plain(node, "C:\\tools\\server.js", "a b"),
    ],
  ])("%s is found, and needs no shell", (command, files, expected) => {
    const found = resolveWindowsCommand(command, ["a b"], host(files));
    expect({ ...found, command: found.command.toLowerCase() }).toEqual({
      ...expected,
      command: expected.command.toLowerCase(),
    });
  });

  test("is not looked for in the current folder, nor without an ending", () => {
    const planted = {
      "node.exe": "",
      "\\node.exe": "",
      "C:\\app\\node.exe": "",
      "C:\\tools\\node": "",
    };
    expect(() => resolveWindowsCommand("node", [], host(planted))).toThrow(
      "there is no such program",
    );
  });

  test("has the endings of PATHEXT, in its order", () => {
    const files = {
      "C:\\tools\\a.exe": "",
      "C:\\tools\\a.com": "",
      "C:\\tools\\a.vbs": "",
    };
    const first = (PATHEXT: string): string =>
      resolveWindowsCommand("a", [], host(files, { PATHEXT })).command;
    expect(first(".EXE;.COM")).toBe("C:\\tools\\a.exe");
    expect(first(".VBS;.COM;.EXE")).toBe("C:\\tools\\a.com");
    expect(() => first(".VBS")).toThrow("there is no such program");
  });

  test("that ends in a way that Windows overlooks is no program", () => {
    const files = { "C:\\tools\\a.cmd .": "", "C:\\tools\\a.cmd ": "" };
    for (const command of ["a.cmd .", "a.cmd "]) {
      expect(() => resolveWindowsCommand(command, [], host(files))).toThrow(
        "there is no such program",
      );
    }
  });

  test("that is a script needs Node", () => {
    const files = { "C:\\tools\\server.js": "" };
    expect(() => resolveWindowsCommand("server.js", [], host(files))).toThrow(
      "node.exe is not in PATH",
    );
  });
});

describe("a batch file", () => {
  test.each([
    ["of one's own", "@echo off\r\nserve.exe %*\r\n"],
    ["that starts another program", shimOf("python", shimTarget)],
    ["that gives Node options", shimOf("node", `--inspect ${shimTarget}`)],
    ["that gives Node two scripts", shimOf("node", `${shimTarget} "b"`)],
    [
      "that sets variables",
      `@SET NODE_PATH=x\r\n${shimOf("node", shimTarget)}`,
    ],
    ["whose script lies elsewhere", shimOf("node", '"D:\\tool.js"')],
    ["whose script depends", shimOf("node", '"%dp0%\\%X%.js"')],
    ["whose script is missing", shimOf("node", '"%dp0%\\missing"')],
    ["that goes on", `${shimOf("node", shimTarget)}del x\r\n`],
  ])("%s goes through cmd.exe", (_, text) => {
    const files = {
      ...installed,
      [shim]: text,
      [shimScript]: "",
      "C:\\app\\node_modules\\.bin\\%X%.js": "",
    };
    const call = resolveWindowsCommand(shim, ["a & b", "c\\"], host(files));
    expect(call).toEqual({
      command: "C:\\Windows\\System32\\cmd.exe",
      args: [
        ...["/d", "/e:on", "/v:off", "/s", "/c"],
        `""${shim}" "a & b" "c\\\\""`,
      ],
      verbatim: true,
    });
  });

  test.each([
    ['a" & calc & "'],
    ["%PATH%"],
    ["!PATH!"],
    ["a\nb"],
    ["a\r"],
    ["a\0"],
    ["\u001a"],
  ])("does not get %j", (arg) => {
    const files = host({ [batch]: "" });
    expect(() => resolveWindowsCommand("serve", ["x", arg], files)).toThrow(
      /^argument 2 has ".+" in it, which a batch file would change$/,
    );
  });

  test("does not get a line that cmd.exe would cut", () => {
    const args = ["x".repeat(8_200)];
    expect(() =>
      resolveWindowsCommand("serve", args, host({ [batch]: "" })),
    ).toThrow("too long");
  });

  test("is not run from a folder that names a variable", () => {
    const files = host({ "C:\\%TEMP%\\a.cmd": "" });
    expect(() => resolveWindowsCommand("C:\\%TEMP%\\a", [], files)).toThrow(
      "its path",
    );
  });
});

describe("any arguments", () => {
  /** What matters to cmd.exe or to the runtime of C, and what does not. */
  const arg = fc.string({
    unit: fc.constantFrom(
      ...[..."\"%!&|<>^()\\/ '`;,=*?~@$\t\n\r\0", "calc", "é", "＂", "𝄞", "a"],
    ),
    maxLength: 12,
  });

  test("reach a program as they are", () => {
    fc.assert(
      fc.property(fc.array(arg), (args) => {
        const call = resolveWindowsCommand("npx", args, host(installed));
        expect(call.args.slice(1)).toEqual(args);
        expect(call.verbatim).toBe(false);
      }),
    );
  });

  test("reach a batch file as they are, or not at all, and are never a command", () => {
    let reached = 0;
    fc.assert(
      fc.property(fc.array(arg, { maxLength: 4 }), (args) => {
        const line = lineOf(args);
        if (line === undefined) return;
        reached++;
        expect(actsOn(line)).toEqual([]);
        expect(splitLikeC(line)).toEqual([batch, ...args]);
      }),
      { numRuns: 2_000 },
    );
    expect(reached).toBeGreaterThan(200);
  });

  test("are only refused for what cmd.exe could act on", () => {
    const harmless = fc.string({
      unit: fc.constantFrom(..."&|<>^()\\/ '`;,=*?~@$é＂a"),
    });
    fc.assert(
      fc.property(fc.array(harmless), (args) => {
        expect(lineOf(args)).toBeDefined();
      }),
    );
  });
});

/** What cmd.exe is given to run, without its outer quotes. */
function lineOf(args: readonly string[]): string | undefined {
  let call: ProgramCall;
  try {
    call = resolveWindowsCommand("serve", args, host({ [batch]: "" }));
  } catch {
    return undefined;
  }
  const line = call.args.at(-1) ?? "";
  expect(line.startsWith('"') && line.endsWith('"')).toBe(true);
  return line.slice(1, -1);
}

/**
 * The characters that cmd.exe would act on: the end of a command or a redirection
 * outside quotes, variables and line ends anywhere. To it a quote is a quote,
 * whatever is before it.
 */
function actsOn(line: string): string[] {
  let quoted = false;
  return [...line].filter((sign) => {
    if (sign === '"') quoted = !quoted;
    return "%!\n\r\0".includes(sign) || (!quoted && "&|<>^()".includes(sign));
  });
}

/** Splits a command line as the programs that Node and C make do. */
function splitLikeC(line: string): string[] {
  const args: string[] = [];
  let current: string | undefined;
  let quoted = false;
  let backslashes = 0;
  for (const sign of line) {
    if (sign === "\\") {
      backslashes++;
      continue;
    }
    const isQuote = sign === '"';
    const kept = isQuote ? Math.floor(backslashes / 2) : backslashes;
    if (kept > 0) current = (current ?? "") + "\\".repeat(kept);
    const isEscaped = isQuote && backslashes % 2 === 1;
    backslashes = 0;
    if (isQuote && !isEscaped) {
      quoted = !quoted;
      current ??= "";
    } else if (!quoted && (sign === " " || sign === "\t")) {
      if (current !== undefined) args.push(current);
      current = undefined;
    } else {
      current = (current ?? "") + sign;
    }
  }
  if (backslashes > 0) current = (current ?? "") + "\\".repeat(backslashes);
  return current === undefined ? args : [...args, current];
}

describe("the environment of a server", () => {
  test("is given by any case of a name on Windows", () => {
    const own = { PATH: "own", HOME: "home", SECRET: "x" };
    const given = { Path: "given" };
    expect(serverEnvironment(own, given, "win32")).toEqual({
      HOME: "home",
      Path: "given",
    });
    expect(serverEnvironment(own, given, "linux")).toEqual({
      PATH: "own",
      HOME: "home",
      Path: "given",
    });
  });
});
