import { lightPackage } from "../../base/package.ts";
import { readManifest } from "../../emit/output/index.ts";
import { hasPackage } from "../../base/packages/package-json.ts";

/** What is known of a run before anything is read. */
interface Wishes {
  readonly runtime?: string | undefined;
  readonly out?: string;
  readonly with?: readonly string[];
}

/**
 * Where the stubs import the runtime from: what is asked for, or what was chosen for the
 * folder before, so that it does not change by itself; else the light package where the
 * project has it, and a copy where it does not. Throws an `OutputError` for a broken manifest.
 */
export function chosenRuntime({
  runtime,
  out,
  with: parts = [],
}: Wishes): string {
  if (runtime !== undefined) return runtime;
  if (out === undefined) return "copy";
  const kept = keptRuntime(out);
  if (kept !== undefined) return kept;
  // Parts are what a copy has.
  return parts.length === 0 && hasPackage(lightPackage, out)
    ? lightPackage
    : "copy";
}

/** Whether the light package is where the runtime is imported from. */
export function isLight(runtime: string): boolean {
  return runtime === lightPackage || runtime.startsWith(`${lightPackage}/`);
}

/** What the folder's manifest says. Older ones do not, but have the files of a copy. */
function keptRuntime(out: string): string | undefined {
  const { runtime, files } = readManifest(out);
  if (runtime !== undefined) return runtime;
  const isCopy = [...files.keys()].some((path) => path.startsWith("runtime/"));
  return isCopy ? "copy" : undefined;
}
