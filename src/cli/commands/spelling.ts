import type { Command, Option } from "commander";
import { nearest, suggest } from "../../base/diagnostics/nearest.ts";

/**
 * Tells of an option that is misspelt before anything that is missing or wrong beside it,
 * as commander does not: it looks at values first, and takes the next option for one. Does
 * nothing where help is asked for. Throws what commander throws.
 */
export function assertSpelling(
  program: Command,
  args: readonly string[],
): void {
  const place = args.findIndex((arg) => !arg.startsWith("-"));
  const name = args[place];
  const command = program.commands.find((one) => one.name() === name);
  if (name !== undefined && place === 0) assertCommand(program, args);
  if (command === undefined) return;
  const end = args.indexOf("--", place);
  const own = args.slice(place + 1, end === -1 ? args.length : end);
  if (own.some((arg) => arg === "--help" || arg === "-h")) return;
  const longs = command.options.flatMap(({ long }) => long ?? []);
  const known = [...longs, "--help"];
  let waiting: Option | undefined;
  for (const arg of own) {
    const flag = /^--[^=]+/.exec(arg)?.[0];
    const isOption = flag !== undefined && known.includes(flag);
    const hint = flag === undefined ? undefined : suggest(flag, known);
    if (waiting !== undefined) {
      // A value may look like an option, but hardly like one of this command.
      if (isOption) command.error(withoutValue(waiting), codes.withoutValue);
      if (hint === undefined) {
        waiting = undefined;
        continue;
      }
    }
    if (flag !== undefined && !isOption)
      command.error(unknown(flag, hint), codes.unknown);
    const option = command.options.find(
      ({ long, short }) => arg === long || arg === short,
    );
    waiting = option?.required === true ? option : undefined;
  }
}

/** Throws in one line for a command that does not exist, also one after `help`. */
function assertCommand(program: Command, args: readonly string[]): void {
  const [first = "", second] = args;
  const name = first === "help" ? second : first;
  const names = [...program.commands.map((one) => one.name()), "help"];
  if (name === undefined || name.startsWith("-") || names.includes(name))
    return;
  const near = nearest(name, names);
  const way =
    near === undefined
      ? "mcp-gen --help lists all commands"
      : `did you mean ${near}?`;
  program.error(`error: unknown command '${name}': ${way}`, {
    code: "commander.unknownCommand",
  });
}

const codes = {
  unknown: { code: "commander.unknownOption" },
  withoutValue: { code: "commander.optionMissingArgument" },
} as const;

function unknown(flag: string, hint: string | undefined): string {
  const suggestion = hint === undefined ? "" : `\n(${capitalized(hint)})`;
  return `error: unknown option '${flag}'${suggestion}`;
}

function withoutValue({ flags }: Option): string {
  return `error: option '${flags}' argument missing`;
}

/** `Did you mean --out?`, as commander has it. */
function capitalized(hint: string): string {
  return `D${hint.slice(1)}`.replaceAll('"', "");
}
