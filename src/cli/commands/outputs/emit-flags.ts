import { Option, type Command } from "commander";
import {
  emitChoices,
  emitNames,
  importedEmitNames,
  runtimeParts,
  type EmitName,
  type RuntimePart,
} from "../../../emit/index.ts";
import { notEmpty, openChoice, someOf } from "./choice.ts";

/** Gives a command the options of what is emitted, and in which form. */
export function addEmitOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        "--emit <list>",
        `what to emit: all, or some of ${emitNames.join(",")}`,
      )
        .argParser(parseEmit)
        .default(
          undefined,
          `all; with a runtime that is installed, ${importedEmitNames.join(",")}`,
        ),
    )
    .addOption(
      openChoice(
        "--target <language>",
        "the language of the code",
        emitChoices.target,
      ),
    )
    .addOption(
      openChoice(
        "--import-extension <extension>",
        "how relative imports end",
        emitChoices.importExtension,
      ),
    )
    .addOption(
      openChoice(
        "--json-schema <kind>",
        "the JSON Schema with its errata corrected, or as published",
        emitChoices.jsonSchema,
      ),
    )
    .addOption(
      new Option("--docs", "the protocol's prose in doc comments").default(
        undefined,
        "yes",
      ),
    )
    .option("--no-docs", "leave the protocol's prose out of doc comments")
    .addOption(
      new Option(
        "--runtime <specifier>",
        "where the code imports the runtime from; copy puts one beside it",
      )
        .argParser(notEmpty)
        .default(
          undefined,
          "as before; first @mcp-gen/runtime if the project has it, or copy",
        ),
    )
    .option(
      "--with <list>",
      `parts of a copied runtime that import packages: ${runtimeParts.join(",")}`,
      parseParts,
    );
}

function parseEmit(list: string): EmitName[] {
  if (list.trim() === "all") return [...emitNames];
  return someOf(list, emitNames);
}

function parseParts(list: string): RuntimePart[] {
  return someOf(list, runtimeParts);
}
