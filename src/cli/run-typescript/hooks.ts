import type { LoadHookContext, ResolveHookContext } from "node:module";
import { fileURLToPath } from "node:url";
import { facadeOf } from "./facade.ts";
import { formatOf, isTypeScript } from "./format.ts";
import { aliasFor, sourceFor } from "./resolve.ts";
import { transpile } from "./transpile.ts";

// What Node calls for each module, in a thread of its own.

type Resolved = { url: string; format?: string | null | undefined };
type Loaded = { format: string | null | undefined; source?: unknown };

/** What `node` itself was told to run. */
let entry: string | undefined;

/** Finds the source of what an import names, as the compiler would. */
export async function resolve(
  specifier: string,
  context: ResolveHookContext,
  next: (
    specifier: string,
    context: ResolveHookContext,
  ) => Resolved | Promise<Resolved>,
): Promise<Resolved> {
  const { parentURL } = context;
  const source = sourceFor(specifier, parentURL);
  try {
    const found = await next(source ?? specifier, context);
    if (parentURL === undefined) entry = found.url;
    return isTypeScript(found.url)
      ? { ...found, format: formatOf(fileURLToPath(found.url)) }
      : found;
  } catch (error) {
    const alias = aliasFor(specifier, parentURL);
    if (alias === undefined) throw error;
    return { url: alias, format: formatOf(fileURLToPath(alias)) };
  }
}

/**
 * Gives Node JavaScript for a TypeScript file. CommonJS is left to Node's own loader, where
 * `require` is as it should be: what an import gets of it is a module that asks for it there.
 */
export async function load(
  url: string,
  context: LoadHookContext,
  next: (url: string, context: LoadHookContext) => Loaded | Promise<Loaded>,
): Promise<Loaded & { shortCircuit?: boolean }> {
  if (!isTypeScript(url)) return next(url, context);
  const path = fileURLToPath(url);
  if (formatOf(path) === "module")
    return {
      format: "module",
      source: transpile(path, "module"),
      shortCircuit: true,
    };
  return url === entry
    ? { format: "commonjs", source: null, shortCircuit: true }
    : { format: "module", source: facadeOf(path), shortCircuit: true };
}
