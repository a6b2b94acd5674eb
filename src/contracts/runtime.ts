import { UsageError } from "../base/diagnostics/error.ts";
import { revisionSpecifier, wholeEntry } from "../emit/runtime-specifier.ts";
import { lightPackage } from "../base/package.ts";
import type { Made } from "../emit/output/index.ts";
import { hasPackage } from "../base/packages/package-json.ts";
import { keptOf } from "./write.ts";

/** The package that has the runtime and the generator. */
const wholePackage = "mcp-gen";

/**
 * Where what is made of a description imports the runtime from: what is asked for, or what was
 * chosen for the folder before; else the light package where the project has it, and
 * mcp-gen where it does not. Throws a UsageError where a copy is asked for.
 */
export function describedRuntime(
  given: string | undefined,
  by: Made["by"],
  out: string | undefined,
): string {
  if (given === "copy")
    throw new UsageError(
      "invalid-option",
      "The runtime is not copied for a description",
      {
        hint: "generate a folder with a copy, and name that: --runtime ../mcp/index.js",
      },
    );
  if (given !== undefined) return given;
  if (out === undefined) return wholePackage;
  const kept = keptOf(out, by)?.runtime;
  if (kept !== undefined) return kept;
  return hasPackage(lightPackage, out) ? lightPackage : wholePackage;
}

/** Returns the module with the whole API: the entry of our packages, or the named module. */
export function runtimeModule(runtime: string): string {
  return wholeEntry(runtime) ?? revisionSpecifier(runtime);
}
