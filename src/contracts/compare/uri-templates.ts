/** The names of the variables of a template, each once; see RFC 6570, 2.3. */
export function variablesOf(template: string): string[] {
  const names = [...template.matchAll(/\{([^{}]*)\}/g)].flatMap(
    ([, expression = ""]) =>
      expression
        .replace(/^[+#./;?&=,!@|]/, "")
        .split(",")
        .map((name) => name.replace(/(?:\*|:\d+)$/, "")),
  );
  return [...new Set(names)].filter((name) => name !== "");
}

/**
 * Whether a template makes all addresses of another one too, because all that it has besides
 * are variables of the query, which may be left out.
 */
export function isExtended(before: string, after: string): boolean {
  const [old, now] = [before, after].map(partsOf);
  return (
    old !== undefined &&
    now !== undefined &&
    old.path === now.path &&
    old.names.every((name, at) => now.names[at] === name)
  );
}

/** A template that ends with variables of the query, or with none. */
function partsOf(
  template: string,
): { path: string; names: string[] } | undefined {
  const found = /^([^?#&]*?)(?:\{\?([^{}]*)\})?$/.exec(template);
  if (found === null) return undefined;
  const [, path = "", query] = found;
  return { path, names: query?.split(",") ?? [] };
}
