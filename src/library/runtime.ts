import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
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
  const extension =
    target === "js" && importExtension === ".ts" ? ".js" : importExtension;
  const ending = extension === "none" ? "" : extension;
  const header = `// The runtime of mcp-gen ${packageVersion()}.\n\n`;
  const files = target === "ts" ? sources() : built();
  return files.map(({ path, text }) => {
    return {
      path: `runtime/${path}`,
      text: header + withExtension(text, ending),
    };
  });
}

function sources(): EmittedFile[] {
  const folder = new URL("src/runtime/", packageRoot);
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names
    .filter((name) => name.endsWith(".ts"))
    .map((name) => name.replaceAll("\\", "/"))
    .sort()
    .map((path) => {
      return { path, text: readFileSync(new URL(path, folder), "utf8") };
    });
}

/** Texts by their paths, in one file: they were a third of those of the package. */
function built(): EmittedFile[] {
  const file = new URL("dist/runtime.json.gz", packageRoot);
  try {
    const texts = JSON.parse(gunzipSync(readFileSync(file)).toString()) as {
      readonly [path: string]: string;
    };
    return Object.entries(texts).map(([path, text]) => ({ path, text }));
  } catch (cause) {
    throw new InputError(
      "unreadable",
      `There is no runtime in ${fileURLToPath(file)}`,
      { hint: "build mcp-gen first: npm run build", cause },
    );
  }
}

// Our own files, whose imports of each other all have this form: a test compiles them.
function withExtension(text: string, ending: string): string {
  return text.replace(/( from "\.\.?\/[^"]+)\.[jt]s";$/gm, `$1${ending}";`);
}
