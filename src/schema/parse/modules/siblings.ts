import { compiler, type ts } from "../source/compiler.ts";
import type { SchemaModule } from "../source/module.ts";
import { report, type Site } from "../source/session.ts";
import { quoteNode } from "../source/source.ts";

/** The module that an import names, or a report of why there is none. */
export function openSibling(
  site: Site,
  node: ts.Expression,
): SchemaModule | undefined {
  const { module } = site;
  const specifier = compiler.isStringLiteral(node)
    ? siblingSpecifier(node.text)
    : undefined;
  if (specifier === undefined) {
    report(site, "import-not-sibling", node, {
      message: `${quoteNode(module.source, node)} is not a file beside the schema or below it, and was not read`,
      hint: "copy the file beside the schema, and import it as ./name.ts",
    });
    return undefined;
  }
  const sibling = openFile(site, specifier);
  if (sibling === undefined) {
    report(site, "import-not-found", node, {
      message: `${JSON.stringify(specifier)} could not be read`,
      hint: "put the file beside the schema",
    });
  }
  return sibling;
}

/** The module that an import names, where it is beside the schema and can be read. */
export function findSibling(
  site: Site,
  node: ts.Expression,
): SchemaModule | undefined {
  const specifier = compiler.isStringLiteral(node)
    ? siblingSpecifier(node.text)
    : undefined;
  return specifier === undefined ? undefined : openFile(site, specifier);
}

function openFile(
  { session, module }: Site,
  specifier: string,
): SchemaModule | undefined {
  const file = session.options.readSibling?.(specifier, module.path);
  if (file === undefined) return undefined;
  const sibling = session.open(file);
  if (!module.dependencies.includes(sibling)) module.dependencies.push(sibling);
  return sibling;
}

/** Whether an import names a file, and not a package. */
export function isRelative(node: ts.Expression): boolean {
  return compiler.isStringLiteral(node) && node.text.startsWith(".");
}

/** Whether an import names a file beside the schema or below it. */
export function isSibling(node: ts.Expression): boolean {
  return (
    compiler.isStringLiteral(node) && siblingSpecifier(node.text) !== undefined
  );
}

/** `./name`, `./name.js` and `./name.ts` are the same file; what leads elsewhere is none. */
function siblingSpecifier(specifier: string): string | undefined {
  const [start, ...segments] = specifier.split("/");
  if (start !== "." || segments.length === 0) return undefined;
  if (!segments.every(isPlainSegment)) return undefined;
  const path = segments.join("/");
  if (path.endsWith(".ts")) return `./${path}`;
  return `./${path.endsWith(".js") ? path.slice(0, -".js".length) : path}.ts`;
}

// What a URL or another file system could read as more than a name is left out.
function isPlainSegment(segment: string): boolean {
  if (segment === "" || segment === "." || segment === "..") return false;
  return !/[\\:%?#\p{Cc}]/u.test(segment);
}
