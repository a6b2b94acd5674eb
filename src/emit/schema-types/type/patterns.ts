/** The type of the names that a pattern matches; `undefined` where TypeScript has none. */
export function nameType(pattern: RegExp): string | undefined {
  const { source } = pattern;
  const match =
    /^(\^?)((?:[\w\s:@/<>=,;!&#%~"'-]|\\[-./$^*+?()[\]{}|\\])*)(\$?)$/.exec(
      source,
    );
  if (match === null) return undefined;
  const [, start = "", text = "", end = ""] = match;
  // One name alone: TypeScript has no index signature of it.
  if (start !== "" && end !== "") return undefined;
  const literal = text.replaceAll(/\\(.)/g, "$1");
  const escaped = literal.replaceAll(/[\\`]|\$\{/g, "\\$&");
  const before = start === "" ? "${string}" : "";
  const after = end === "" ? "${string}" : "";
  return `\`${before}${escaped}${after}\``;
}

/** Whether a pattern matches every name. */
export function matchesAll({ source }: RegExp): boolean {
  return ["", "(?:)", "^", "$", ".*", "^.*", ".*$", "^.*$"].includes(source);
}
