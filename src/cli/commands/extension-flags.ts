import { resolve } from "node:path";
import { Option, type Command } from "commander";
import { UsageError } from "../../base/diagnostics/error.ts";
import type { ExtensionInput } from "../../project/api/options.ts";
import type { Protocol } from "../../schema/model/index.ts";
import { readExtensionFacts } from "../../revisions/extension-file.ts";
import {
  bundledExtensions,
  findBundledExtension,
  loadBundledExtension,
} from "../../revisions/extensions.ts";
import { isAddress, publicAddress } from "../../revisions/fetch.ts";
import { progress, type CommandIo } from "./io.ts";

/** The options that name extensions, as commander reads them. */
export interface ExtensionFlags {
  extension: string[];
  extensionFacts: string[];
}

/** Gives a command the options that name extensions. */
export function addExtensionOptions(command: Command): Command {
  const bundled = bundledExtensions().map(({ id }) => id.split("/").at(-1));
  return command
    .addOption(
      several(
        "--extension <id=source>",
        `an extension: its identifier, and its schema.ts or protocol.json (path, URL or -), with #revision; bundled: ${bundled.join(", ")}`,
      ),
    )
    .addOption(
      several(
        "--extension-facts <id=file>",
        "a JSON file of what the schema of an --extension cannot say",
      ),
    );
}

function several(flags: string, description: string): Option {
  return new Option(flags, description)
    .argParser((value: string, earlier: readonly string[]) => [
      ...earlier,
      value,
    ])
    .default([], "none");
}

/** Standard input can be one thing only. */
export function readsStdin({ extension }: ExtensionFlags): boolean {
  return extension.some((text) => splitExtension(text).source === "-");
}

/** What the options say of extensions, in the library's terms. */
export async function extensionInputs(
  flags: ExtensionFlags,
  io: CommandIo,
): Promise<ExtensionInput[]> {
  const named = flags.extension.map(splitExtension);
  if (named.filter(({ source }) => source === "-").length > 1)
    throw new UsageError("invalid-option", "Standard input is one schema only");
  const facts = factFiles(flags, named);
  return Promise.all(
    named.map(async (one): Promise<ExtensionInput> => {
      const file = facts.get(one);
      return {
        extension: one.id,
        ...(one.revision === undefined ? {} : { revision: one.revision }),
        ...(await sourceOf(one, io)),
        ...(file === undefined
          ? {}
          : { facts: readExtensionFacts(resolve(io.cwd, file)) }),
      };
    }),
  );
}

/** An extension as an option names it. */
interface Named {
  readonly id: string;
  /** Absent where the extension is a bundled one. */
  readonly source?: string;
  readonly revision?: string;
}

/** `com.example/widgets=schema.ts#1.0`. What follows a `#` and has a slash belongs to the path. */
export function splitExtension(text: string): Named {
  const [, before = "", revision] =
    /^(.*?)(?:#([^#/\\=]*))?$/su.exec(text) ?? [];
  const at = before.indexOf("=");
  const id = at < 0 ? before : before.slice(0, at);
  const source = at < 0 ? undefined : before.slice(at + 1);
  if (id === "" || source === "" || revision === "")
    throw new UsageError(
      "invalid-option",
      `--extension takes <id>=<schema.ts>, and not ${JSON.stringify(text)}`,
      {
        hint: "for example com.example/widgets=widgets.ts, or com.example/widgets=widgets.ts#1.0",
      },
    );
  return {
    id,
    ...(source === undefined ? {} : { source }),
    ...(revision === undefined ? {} : { revision }),
  };
}

async function sourceOf(
  { source }: Named,
  io: CommandIo,
): Promise<Pick<ExtensionInput, "path" | "file" | "url" | "env" | "text">> {
  if (source === undefined) return {};
  if (source === "-") return { text: await io.readStdin(), file: "<stdin>" };
  if (isAddress(source)) {
    progress(io, `Fetching ${publicAddress(source)}`);
    return { url: source, env: io.env };
  }
  return { path: resolve(io.cwd, source), file: source };
}

function factFiles(
  { extensionFacts }: ExtensionFlags,
  named: readonly Named[],
): Map<Named, string> {
  const files = new Map<Named, string>();
  for (const text of extensionFacts) {
    const at = text.indexOf("=");
    const [id, file] = [text.slice(0, at), text.slice(at + 1)];
    if (at < 1 || file === "")
      throw new UsageError(
        "invalid-option",
        `--extension-facts takes <id>=<facts.json>, and not ${JSON.stringify(text)}`,
        { hint: "the identifier is that of an --extension" },
      );
    const meant = named.filter((one) => fullId(one.id) === fullId(id));
    if (meant.length === 0)
      throw new UsageError(
        "invalid-option",
        `--extension-facts names ${id}, which no --extension does`,
        { hint: `name it: --extension ${id}=schema.ts` },
      );
    for (const one of meant) {
      if (files.has(one))
        throw new UsageError(
          "invalid-option",
          `--extension-facts names ${id} twice`,
          { hint: "put the facts into one file" },
        );
      files.set(one, file);
    }
  }
  return files;
}

function fullId(id: string): string {
  return findBundledExtension(id)?.id ?? id;
}

/** How to name the bundled extension that has a method or a type, for a revision without it. */
export function extensionHint(
  name: string,
  { revision, extensions = [] }: Pick<Protocol, "revision" | "extensions">,
): string | undefined {
  const found = bundledExtensions().find((one) => {
    if (extensions.some(({ extension }) => extension === one.id)) return false;
    const { declarations, facts } = loadBundledExtension(one);
    const { methods = {}, since = "", until } = facts;
    return (
      revision >= since &&
      (until === undefined || revision < until) &&
      (Object.hasOwn(methods, name) ||
        declarations.some((declared) => declared.name === name))
    );
  });
  if (found === undefined) return undefined;
  const short = found.id.slice(found.id.lastIndexOf("/") + 1);
  return `${name} is of the extension ${found.id}: name it, with --extension ${short}`;
}
