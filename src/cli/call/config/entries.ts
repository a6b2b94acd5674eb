import { InputError } from "../../../base/diagnostics/error.ts";
import { isJsonObject } from "../../../base/json-object.ts";
import { readBytes } from "../../../base/read-bytes.ts";
import { parseJsonc } from "./jsonc.ts";
import type { ConfigPlace } from "./places.ts";

/** Values that a person is asked for, as VS Code has them. */
export interface InputDefinition {
  readonly id: string;
  readonly description: string;
  readonly isSecret: boolean;
  readonly default?: string;
  readonly options?: readonly string[];
}

/** One server of a file, as it stands there. */
export interface ConfigEntry {
  readonly name: string;
  readonly place: ConfigPlace;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly inputs: readonly InputDefinition[];
}

/** The names that files have for their servers. */
const keys = ["mcpServers", "servers", "context_servers"] as const;

/** The servers of a file. Throws an InputError for one that cannot be read. */
export function readEntries(place: ConfigPlace, cwd: string): ConfigEntry[] {
  const config = parseJsonc(readText(place.file), place.file);
  if (!isJsonObject(config))
    throw new InputError("invalid-config", `${place.file}: expected an object`);
  const parts = [config, config["mcp"], ...projectsOf(config, cwd)];
  return parts
    .filter(isJsonObject)
    .flatMap((part) => entriesOf(part, inputsOf(part), place));
}

function readText(file: string): string {
  return new TextDecoder().decode(readBytes(file));
}

/** Claude Code keeps servers of one project in the person's own file. */
function projectsOf(config: Record<string, unknown>, cwd: string): unknown[] {
  const { projects } = config;
  if (!isJsonObject(projects)) return [];
  return Object.entries(projects)
    .filter(([folder]) => cwd === folder || cwd.startsWith(`${folder}/`))
    .map(([, project]) => project);
}

function entriesOf(
  part: Record<string, unknown>,
  inputs: readonly InputDefinition[],
  place: ConfigPlace,
): ConfigEntry[] {
  return keys.flatMap((key) => {
    const servers = part[key];
    if (!isJsonObject(servers)) return [];
    return Object.entries(servers).flatMap(([name, fields]) =>
      isJsonObject(fields) ? [{ name, place, fields, inputs }] : [],
    );
  });
}

function inputsOf({ inputs }: Record<string, unknown>): InputDefinition[] {
  if (!Array.isArray(inputs)) return [];
  return inputs.filter(isJsonObject).flatMap((input) => {
    const { id, description, password, options } = input;
    if (typeof id !== "string") return [];
    const fallback = input["default"];
    return [
      {
        id,
        description: typeof description === "string" ? description : id,
        isSecret: password === true,
        ...(typeof fallback === "string" && { default: fallback }),
        ...(Array.isArray(options) && { options: optionsOf(options) }),
      },
    ];
  });
}

/** What can be picked is a text, or has a label and a value. */
function optionsOf(options: readonly unknown[]): string[] {
  return options.flatMap((option) => {
    const value = isJsonObject(option) ? option["value"] : option;
    return typeof value === "string" ? [value] : [];
  });
}
