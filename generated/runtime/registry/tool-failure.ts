// The runtime of mcp-gen 0.1.0.

import { clip } from "./issues.js";

const maxLength = 1000;

/**
 * What a model is told of an error that a tool threw. A message that the
 * handler wrote ("No such city") is what the model needs to do better. One that
 * the language wrote, or one with a `code`, as the platform and most libraries
 * have it, may tell of paths, queries or code instead: it stays at home. Never
 * a stack.
 */
export function describeFailure(tool: string, error: unknown): string {
  if (error instanceof Error && error.message !== "" && !isForeign(error))
    return clip(error.message, maxLength);
  return `The tool ${tool} failed`;
}

/** The language's and the platform's own kinds of error are globals. */
function isForeign(error: Error): boolean {
  const { constructor: kind } = error;
  const isNative =
    kind !== Error && Reflect.get(globalThis, kind.name) === kind;
  return isNative || "code" in error;
}
