import { clip } from "../schema/issues.ts";

const maxLength = 1000;

/**
 * What a model is told of an error that a tool threw. A message that the
 * handler wrote ("No such city") is what the model needs to do better. One that
 * the language wrote, or one with a `code`, as the platform and most libraries
 * have it, may tell of paths, queries or code instead: it is not shown. Nor is
 * a stack, ever.
 */
export function describeFailure(tool: string, error: unknown): string {
  if (typeof error === "string") return clip(error, maxLength);
  const message = error instanceof Error && !isForeign(error) && error.message;
  // A library may have put another value there.
  if (typeof message === "string" && message !== "")
    return clip(message, maxLength);
  return `The tool ${tool} failed`;
}

/** The language's and the platform's own kinds of error are globals. */
function isForeign(error: Error): boolean {
  const kind: unknown = error.constructor;
  const isNative =
    typeof kind !== "function" ||
    (kind !== Error && Reflect.get(globalThis, kind.name) === kind);
  return isNative || "code" in error;
}
