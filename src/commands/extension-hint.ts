import type { Protocol } from "../model/index.ts";
import { bundledExtensions, loadBundledExtension } from "../spec/extensions.ts";

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
