import type { Command } from "commander";
import type { CommandIo } from "../../../../src/cli/commands/io.ts";
import { createProgram } from "../../../../src/cli/commands/program.ts";
import { fence, table } from "../markdown.ts";
import type { ReferencePage } from "../page.ts";
import { commandSection, sentence } from "./command.ts";
import { environmentSection } from "./environment.ts";
import { guides } from "./guides.ts";

/** docs/reference/commands.md: the command line, as commander has it. */
export function commandsPages(): readonly ReferencePage[] {
  const program = createProgram(nobody, () => undefined);
  return [{ path: "commands.md", text: page(program) }];
}

function page(program: Command): string {
  const { commands } = program;
  return `# Commands

What \`mcp-gen\` can do from the command line: every command, with its arguments, options, exit codes and examples. \`mcp-gen <command> --help\` prints the same.

${fence("sh", "npx mcp-gen --help\nnpx mcp-gen generate --help")}

In a project that has \`mcp-gen\` as a dependency, \`npx mcp-gen\` runs that one.

${table(
  ["Command", "What it does", "Guide"],
  commands.map((command) => [
    `[\`${command.name()}\`](#${command.name()})`,
    sentence(command.description()),
    guides[command.name()] ?? "",
  ]),
)}

## Rules for all commands

- An option may stand before or behind the arguments. \`--option value\` and \`--option=value\` are the same.
- An option that may be repeated adds a value each time. Of any other, the last one counts.
- A misspelt option is an error, and nothing has been done.
- Standard output has what you asked for, and nothing else. Warnings and errors go to standard error.
- On a terminal, some commands end with a summary on standard error. In a pipe they do not.
- \`--format json\`, where a command has it, prints one JSON document for programs. An error is \`{"status": "error", "error": {"code", "message", "hint"}}\`: [its codes](errors.md#errors-of-the-generator).

## Options of the program

${table(
  ["Option", "What it does"],
  [
    ["`-V`, `--version`", "Prints the version."],
    ["`-h`, `--help`", "Prints the help; behind a command, that command's."],
  ],
)}

${commands.map((command) => commandSection(command)).join("\n\n")}

${environmentSection()}

## See also

- [Errors](errors.md): what the codes of errors mean
- [Diagnostics](diagnostics.md): what is found in a schema
- [Emitted files](emitted-files.md): what \`generate\` writes
- [Options](options.md): the same for the library's functions
`;
}

/** The program is read here, and never run. */
const nobody: CommandIo = {
  cwd: ".",
  isTerminal: false,
  stdout: () => undefined,
  stderr: () => undefined,
  readStdin: () => Promise.resolve(new Uint8Array()),
  stdin: async function* () {},
  drained: () => Promise.resolve(false),
};
