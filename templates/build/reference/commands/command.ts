import { Help, type Argument, type Command, type Option } from "commander";
import {
  exitCodes,
  type ExitCodes,
} from "../../../../src/cli/commands/help/exit-codes.ts";
import { endOfHelp } from "../../../../src/cli/commands/help/examples.ts";
import { code, fence, prose, table } from "../markdown.ts";
import { guides } from "./guides.ts";

/** The section of one command. */
export function commandSection(command: Command): string {
  const name = command.name();
  const { lines, notes } = examplesOf(name);
  const parts = [
    `## ${name}`,
    `${sentence(command.description())} Guide: ${guides[name] ?? ""}.`,
    fence("text", usageOf(command)),
    ...argumentsPart(command.registeredArguments),
    ...optionsPart(command.options),
    ...(notes === "" ? [] : [prose(notes)]),
    "Examples:",
    fence("sh", lines.join("\n")),
    "Exit codes:",
    exitCodesTable(name),
  ];
  return parts.join("\n\n");
}

function usageOf(command: Command): string {
  const help = new Help();
  return help.commandUsage(command).replace(/^ +/gm, "");
}

function argumentsPart(all: readonly Argument[]): string[] {
  const told = all.filter(({ description }) => description !== "");
  if (told.length === 0) return [];
  return [
    table(
      ["Argument", "", "What it is"],
      told.map((argument) => [
        code(shownArgument(argument)),
        argument.required ? "required" : "optional",
        sentence(argument.description),
      ]),
    ),
  ];
}

function shownArgument(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? "..." : ""}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}

function optionsPart(options: readonly Option[]): string[] {
  if (options.length === 0) return [];
  return [
    table(
      ["Option", "Value", "Default", "What it does"],
      options.map((option) => [
        shownFlags(option),
        valueOf(option),
        defaultOf(option),
        sentence(option.description),
      ]),
    ),
  ];
}

function shownFlags({ short, long, flags }: Option): string {
  const [, value] = /(<[^>]+>)$/.exec(flags) ?? [];
  const names = [short, long].filter((name) => name !== undefined).join(", ");
  return code(value === undefined ? names : `${names} ${value}`);
}

/** What may stand behind the option. */
function valueOf(option: Option): string {
  const { argChoices, defaultValue, required } = option;
  if (!required) return "none";
  if (argChoices) return argChoices.map(code).join(", ");
  return Array.isArray(defaultValue) ? "text, repeatable" : "text";
}

function defaultOf({
  defaultValue,
  defaultValueDescription,
  negate,
}: Option): string {
  if (defaultValueDescription !== undefined)
    return prose(defaultValueDescription);
  if (negate || defaultValue === undefined || Array.isArray(defaultValue))
    return "";
  return code(String(defaultValue));
}

/** The examples of a command's help, and what is said below them. */
function examplesOf(name: string): { lines: string[]; notes: string } {
  const [, text = ""] = endOfHelp(name).split("Examples:\n");
  const [told = ""] = text.split("\nExit codes:");
  const lines = told.split("\n");
  return {
    lines: lines
      .filter((line) => line.startsWith("  "))
      .map((line) => line.trim()),
    notes: lines
      .filter((line) => !line.startsWith("  "))
      .join(" ")
      .trim(),
  };
}

function exitCodesTable(name: string): string {
  const all: Readonly<Record<string, ExitCodes>> = exitCodes;
  return table(
    ["Exit code", "Means"],
    Object.entries(all[name] ?? {}).map(([number, says]) => [number, says]),
  );
}

/** A description as a sentence: helps have them without a capital and a stop. */
export function sentence(text: string): string {
  const first = text.charAt(0).toUpperCase() + text.slice(1);
  const told = prose(/[.!?]$/.test(first) ? first : `${first}.`);
  return told
    .replace(/(?<![\w-])--[a-z]+(?:-[a-z]+)*/g, (flag) => code(flag))
    .replace(/,(?=\S)/g, ", ");
}
