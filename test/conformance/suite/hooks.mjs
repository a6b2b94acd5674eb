const fs = new URL("fs.mjs", import.meta.url).href;
const suite = "/@modelcontextprotocol/conformance/dist/";

/** Gives the suite, and nobody else, our `fs`. */
export function resolve(specifier, context, next) {
  const isFs = specifier === "fs" || specifier === "node:fs";
  return isFs && context.parentURL?.includes(suite)
    ? { url: fs, shortCircuit: true }
    : next(specifier, context);
}
