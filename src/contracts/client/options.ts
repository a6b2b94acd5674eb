import { basename, resolve } from "node:path";
import { UsageError } from "../../base/diagnostics/error.ts";
import { suggest } from "../../base/diagnostics/nearest.ts";
import type { ImportExtension } from "../../emit/print/module.ts";
import type { Made } from "../../emit/output/index.ts";
import { describedRuntime } from "../runtime.ts";
import { keptOf } from "../write.ts";

/** What can be emitted of a client. */
export type ClientPart = "types" | "guards" | "client";

/** What can be emitted of a client, each with what it needs before it. */
export const clientParts: readonly ClientPart[] = ["types", "guards", "client"];

/** How a typed client is generated. */
export interface ClientEmission {
  /**
   * What its functions and types are named after.
   *
   * @default as before, else the last name of the folder, else the server's
   */
  readonly name?: string | undefined;
  /**
   * What is emitted: types have to be among it.
   *
   * @default as before, else all of it
   */
  readonly emit?: readonly string[] | undefined;
  /**
   * Whether arguments and results are checked.
   *
   * @default as before, else `true`
   */
  readonly guards?: boolean | undefined;
  /**
   * Patterns of names: what fits none is left out. `*` is any text, `?` a character.
   *
   * @default as before, else all is meant
   */
  readonly only?: readonly string[] | undefined;
  /**
   * Where the runtime is imported from: `@mcp-gen/runtime`, `mcp-gen`, or the path of a module
   * that was generated, relative to the folder.
   *
   * @default as before, else `@mcp-gen/runtime` where the project has it, else `mcp-gen`
   */
  readonly runtime?: string | undefined;
  /**
   * What relative imports end with.
   *
   * @default as before, else `.js`
   */
  readonly importExtension?: ImportExtension | undefined;
  /**
   * Whether descriptions become comments.
   *
   * @default as before, else `true`
   */
  readonly docs?: boolean | undefined;
}

/** How a typed client is generated, all of it decided. */
export interface ChosenEmission {
  readonly name: string;
  readonly guards: boolean;
  readonly client: boolean;
  readonly only: readonly string[];
  readonly runtime: string;
  readonly importExtension: ImportExtension;
  readonly docs: boolean;
  /** What a later run keeps. */
  readonly made: Made;
}

/**
 * The options with their defaults: those that the folder was generated with before. Throws a
 * UsageError for what makes no sense, and an OutputError for a broken manifest.
 */
export function chosenEmission(
  given: ClientEmission,
  out: string | undefined,
  serverName: string,
): ChosenEmission {
  const kept = out === undefined ? {} : (keptOf(out, "client")?.options ?? {});
  const folder = out === undefined ? "" : basename(resolve(out));
  const name = given.name ?? textAt(kept, "name");
  const emit = partsOf(given.emit ?? textsAt(kept, "emit") ?? clientParts);
  const guards = given.guards ?? kept["guards"] !== false;
  const only = given.only ?? textsAt(kept, "only") ?? [];
  const importExtension =
    given.importExtension ?? extensionOf(textAt(kept, "importExtension"));
  const docs = given.docs ?? kept["docs"] !== false;
  if (name !== undefined && !/\p{ID_Start}/u.test(name))
    throw new UsageError(
      "invalid-option",
      `--name ${JSON.stringify(name)} has no letter`,
    );
  return {
    name: name ?? (folder || serverName || "server"),
    guards: guards && emit.includes("guards"),
    client: emit.includes("client"),
    only,
    runtime: describedRuntime(given.runtime, "client", out),
    importExtension,
    docs,
    made: {
      by: "client",
      options: {
        ...(name !== undefined && { name }),
        ...(emit.length < clientParts.length && { emit }),
        ...(!guards && { guards }),
        ...(only.length > 0 && { only }),
        ...(importExtension !== ".js" && { importExtension }),
        ...(!docs && { docs }),
      },
    },
  };
}

/** The patterns of names that a folder was generated with. Throws an OutputError for a broken manifest. */
export function keptOnly(out: string): readonly string[] {
  return textsAt(keptOf(out, "client")?.options ?? {}, "only") ?? [];
}

function partsOf(names: readonly string[]): ClientPart[] {
  const unknown = names.find(
    (name) => !clientParts.some((part) => part === name),
  );
  if (unknown !== undefined)
    throw new UsageError("invalid-option", `Unknown output "${unknown}"`, {
      hint:
        suggest(unknown, clientParts) ?? `there are ${clientParts.join(", ")}`,
    });
  const parts = clientParts.filter((part) => names.includes(part));
  if (!parts.includes("types"))
    throw new UsageError("invalid-option", "The types are not emitted", {
      hint: "guards and client need them: --emit types, types,guards or types,guards,client",
    });
  return parts;
}

const extensions = [".js", ".ts", "none"] as const;

function extensionOf(text: string | undefined): ImportExtension {
  return extensions.find((one) => one === text) ?? ".js";
}

function textAt(
  options: Readonly<Record<string, unknown>>,
  name: string,
): string | undefined {
  const text = options[name];
  return typeof text === "string" ? text : undefined;
}

function textsAt(
  options: Readonly<Record<string, unknown>>,
  name: string,
): readonly string[] | undefined {
  const texts = options[name];
  return Array.isArray(texts) && texts.every((one) => typeof one === "string")
    ? texts
    : undefined;
}
