import { basename, sep } from "node:path";
import { UsageError } from "../../../base/diagnostics/error.ts";
import type { ConfigEntry, InputDefinition } from "./entries.ts";
import { homeFolder, type Home } from "./places.ts";

/** What the variables of an entry stand for. */
export interface Variables {
  readonly home: Home;
  /** Asks a person; absent where there is none. */
  readonly ask?: (input: InputDefinition) => Promise<string>;
  /** Hears of what is not there, and need not be. */
  readonly note: (text: string) => void;
}

/**
 * Puts values in the place of the variables of a text: `${env:NAME}`, `${NAME}` and
 * `${NAME:-default}` of the environment, `${input:id}` of the person, and
 * `${workspaceFolder}`, `${workspaceFolderBasename}`, `${userHome}`,
 * `${pathSeparator}`. Throws a UsageError for what there is no value for; no value is
 * ever told.
 */
export function createExpand(
  entry: ConfigEntry,
  variables: Variables,
): (text: string) => Promise<string> {
  const asked = new Map<string, Promise<string>>();
  const input = (id: string): Promise<string> => {
    const known = asked.get(id) ?? answer(id, entry, variables);
    asked.set(id, known);
    return known;
  };
  return async (text) => {
    const parts = text.split(/(\$\{[^{}]*\})/);
    const values: string[] = [];
    // One after the other: a person is asked one thing at a time.
    for (const part of parts) {
      const name = /^\$\{(.*)\}$/s.exec(part)?.[1];
      const value =
        name === undefined
          ? part
          : name.startsWith("input:")
            ? await input(name.slice("input:".length))
            : valueOf(name, entry, variables);
      values.push(value);
    }
    return values.join("");
  };
}

function valueOf(
  name: string,
  entry: ConfigEntry,
  { home, note }: Variables,
): string {
  const { workspace = "" } = entry.place;
  switch (name) {
    case "workspaceFolder":
      return workspace;
    case "workspaceFolderBasename":
      return basename(workspace);
    case "userHome":
      return homeFolder(home) ?? "";
    case "pathSeparator":
    case "/":
      return sep;
  }
  if (name.startsWith("env:")) {
    const variable = name.slice("env:".length);
    const value = home.env[variable];
    if (value === undefined)
      note(`${entry.name}: the variable ${variable} is not set`);
    return value ?? "";
  }
  const [, variable = "", fallback] =
    /^([A-Za-z_]\w*)(?::-(.*))?$/s.exec(name) ?? [];
  if (variable === "") throw unknownVariable(name, entry);
  const value = home.env[variable] ?? fallback;
  if (value !== undefined) return value;
  throw new UsageError(
    "unknown-server",
    `${entry.name} of ${entry.place.file} needs the variable ${variable}, which is not set`,
    { hint: `set it: ${variable}=… mcp-gen call …` },
  );
}

async function answer(
  id: string,
  entry: ConfigEntry,
  { ask }: Variables,
): Promise<string> {
  const input = entry.inputs.find((one) => one.id === id);
  if (!input) throw unknownVariable(`input:${id}`, entry);
  if (ask) return ask(input);
  if (input.default !== undefined) return input.default;
  throw new UsageError(
    "unknown-server",
    `${entry.name} of ${entry.place.file} asks for ${JSON.stringify(id)}, and there is no terminal to ask at`,
  );
}

function unknownVariable(
  name: string,
  { place, ...entry }: ConfigEntry,
): UsageError {
  return new UsageError(
    "unknown-server",
    `${entry.name} of ${place.file} has a variable that nothing is known of: \${${name}}`,
  );
}
