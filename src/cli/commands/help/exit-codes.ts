import type { ExitCode } from "../exit-code.ts";

/** What each exit code of a command says; `--help` and the reference show it. */
export type ExitCodes = Readonly<Partial<Record<ExitCode, string>>>;

const usage = "bad usage, or input that cannot be read";

type CommandName =
  | "generate"
  | "check"
  | "update"
  | "watch"
  | "init"
  | "dev"
  | "list"
  | "inspect"
  | "diff"
  | "validate"
  | "call"
  | "compile"
  | "client"
  | "server"
  | "mock";

/** The exit codes of each command. */
export const exitCodes: Readonly<Record<CommandName, ExitCodes>> = {
  generate: { 0: "written, or nothing to do", 2: usage },
  check: { 0: "up to date", 1: "something differs", 2: usage },
  update: {
    0: "taken, or nothing is new",
    1: "with --check: something is new",
    2: "bad usage, an edited release, or what cannot be reached or read",
    130: "Ctrl-C",
  },
  watch: { 0: "you ended it", 2: usage },
  init: {
    0: "written",
    2: "bad usage, or not installed",
    130: "Ctrl-C at a question",
  },
  dev: {
    0: "the client or you ended it",
    1: "the server could not go on",
    2: "bad usage",
  },
  list: { 0: "printed" },
  inspect: { 0: "printed", 2: "bad usage, or no such method or type" },
  diff: {
    0: "compared",
    1: "with --exit-code: a change is shown",
    2: usage,
  },
  validate: { 0: "no errors", 1: "an error was found", 2: usage },
  client: {
    0: "written, or nothing differs",
    1: "with --check: something differs",
    2: usage,
    3: "the server gave no list",
    130: "Ctrl-C",
  },
  compile: {
    0: "written, printed, or nothing to do",
    1: "with --check: the module is not what the schemas give",
    2: "bad usage, or a schema that cannot be compiled",
  },
  call: {
    0: "answered",
    1: "the answer is an error",
    2: "bad usage",
    3: "no answer",
    130: "Ctrl-C",
  },
  server: {
    0: "written, or nothing to do",
    1: "with --check: the folder is not what the description gives",
    2: usage,
  },
  mock: { 0: "the client or you ended it", 2: usage },
};

/** The last lines of a command's help: its exit codes. */
export function exitCodesText(codes: ExitCodes): string {
  const told = Object.entries(codes).map(
    ([code, says]) => `  ${code.padEnd(5)}${says}`,
  );
  return `\nExit codes:\n${told.join("\n")}`;
}
