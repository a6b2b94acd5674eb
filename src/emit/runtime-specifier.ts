/** Entries of our packages that export the whole API. The entry `core` is below each. */
const wholeEntries = ["@mcp-gen/runtime", "mcp-gen/runtime"] as const;

/**
 * Returns the entry with the whole API if a runtime is in one of our packages, however
 * it is named: the package, that entry, or the entry `core` below it.
 */
export function wholeEntry(
  runtime: string,
): (typeof wholeEntries)[number] | undefined {
  const named = runtime === "mcp-gen" ? "mcp-gen/runtime" : runtime;
  return wholeEntries.find((entry) =>
    [entry, `${entry}/core`, `${entry}/core.js`].includes(named),
  );
}

/**
 * Returns the module that a revision's stubs import the runtime from: the entry `core`
 * of our packages, which has no revision. Relative specifiers get the extension that
 * was asked for when they are printed.
 */
export function revisionSpecifier(runtime: string): string {
  if (runtime === "copy") return "../runtime/index";
  const whole = wholeEntry(runtime);
  if (whole !== undefined) return `${whole}/core`;
  const ending = [".ts", ".js"].find((one) => runtime.endsWith(one));
  return runtime.startsWith(".") && ending !== undefined
    ? runtime.slice(0, -ending.length)
    : runtime;
}

/** The same module, seen from the folder above that of the revision. */
export function specifierAbove(runtime: string, revision: string): string {
  const specifier = revisionSpecifier(runtime);
  if (!specifier.startsWith(".")) return specifier;
  if (!specifier.startsWith("../"))
    return `./${revision}/${specifier.slice(2)}`;
  const above = specifier.slice("../".length);
  return above.startsWith(".") ? above : `./${above}`;
}

/** An entry beside the one that the stubs import, such as `extension`. */
export function entrySpecifier(specifier: string, entry: string): string {
  const whole = wholeEntry(specifier);
  if (whole !== undefined) return `${whole}/${entry}`;
  const index = /(^|\/)index(\.[jt]s)?$/;
  if (index.test(specifier)) return specifier.replace(index, `$1${entry}`);
  // A file that stands for the runtime has its entries beside it, a package in itself.
  return specifier.startsWith(".")
    ? specifier.replace(/[^/]*$/, entry)
    : `${specifier}/${entry}`;
}
