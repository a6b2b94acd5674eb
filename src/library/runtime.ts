import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { InputError } from "../diagnostics/error.ts";
import type { EmitName, EmitOptions, EmittedFile } from "../emit/index.ts";
import { packageRoot, packageVersion } from "../package.ts";

// The outputs that import the runtime.
const stubs: readonly EmitName[] = ["server", "client", "registry"];

/**
 * The runtime that the stubs import, when it shall be copied: its sources, or for
 * JavaScript what they were built to. Throws an `InputError` when they have not been.
 */
export function runtimeFiles(options: EmitOptions): EmittedFile[] {
  const { emit, runtime, target, importExtension } = options;
  if (runtime !== "copy" || !stubs.some((name) => emit.includes(name))) {
    return [];
  }
  const folder = target === "ts" ? "src/runtime/" : "dist/runtime/";
  const extension =
    target === "js" && importExtension === ".ts" ? ".js" : importExtension;
  const ending = extension === "none" ? "" : extension;
  const header = `// The runtime of mcp-gen ${packageVersion()}.\n\n`;
  return listFolder(folder).map((path) => {
    const text = readFileSync(new URL(folder + path, packageRoot), "utf8");
    const body = withExtension(text, ending);
    return { path: `runtime/${path}`, text: header + body };
  });
}

function listFolder(folder: string): string[] {
  const place = fileURLToPath(new URL(folder, packageRoot));
  try {
    const paths = readdirSync(place, { recursive: true, encoding: "utf8" });
    const files = paths.filter((path) => /\.[jt]s$/.test(path));
    return files.map((path) => path.replaceAll("\\", "/")).sort();
  } catch (cause) {
    throw new InputError("unreadable", `There is no runtime in ${place}`, {
      hint: "build mcp-gen first: npm run build",
      cause,
    });
  }
}

// Our own files, whose imports of each other all have this form: a test compiles them.
function withExtension(text: string, ending: string): string {
  return text.replace(/( from "\.\.?\/[^"]+)\.[jt]s";$/gm, `$1${ending}";`);
}
