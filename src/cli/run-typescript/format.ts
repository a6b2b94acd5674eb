import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

export type ModuleFormat = "module" | "commonjs";

/** Whether an address is that of a TypeScript file on disk. */
export function isTypeScript(url: string): boolean {
  return (
    /^file:[^?#]*\.(ts|mts|cts|tsx)$/.test(url) && !/\.d\.[cm]?ts$/.test(url)
  );
}

/** How Node would read the file if it were JavaScript. */
export function formatOf(path: string): ModuleFormat {
  if (path.endsWith(".mts")) return "module";
  if (path.endsWith(".cts")) return "commonjs";
  return typeOf(dirname(path));
}

const types = new Map<string, ModuleFormat>();

function typeOf(folder: string): ModuleFormat {
  const known = types.get(folder);
  if (known) return known;
  const own = typeIn(folder);
  const parent = dirname(folder);
  const type = own ?? (parent === folder ? "commonjs" : typeOf(parent));
  types.set(folder, type);
  return type;
}

function typeIn(folder: string): ModuleFormat | undefined {
  try {
    const text = readFileSync(join(folder, "package.json"), "utf8");
    const { type } = JSON.parse(text) as { type?: unknown };
    return type === "module" ? "module" : "commonjs";
  } catch {
    // No manifest, or none that says it: the folder above does.
    return undefined;
  }
}
