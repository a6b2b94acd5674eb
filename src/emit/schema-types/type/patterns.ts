/** What a pattern says of names, where it is a text with an anchor or two. */
interface PlainPattern {
  readonly isStart: boolean;
  readonly text: string;
  readonly isEnd: boolean;
}

const plain = /^(\^?)((?:[\w :@/<>=,;!&#%~"'-]|\\[-./$^*+?()[\]{}|\\])*)(\$?)$/;

function readPattern({ source }: RegExp): PlainPattern | undefined {
  const [all, start = "", text = "", end = ""] = plain.exec(source) ?? [];
  if (all === undefined || source === "(?:)") return undefined;
  return {
    isStart: start !== "",
    text: text.replaceAll(/\\(.)/g, "$1"),
    isEnd: end !== "",
  };
}

/** The one name that a pattern matches. */
export function onlyName(pattern: RegExp): string | undefined {
  const { isStart, text, isEnd } = readPattern(pattern) ?? {};
  return isStart === true && isEnd === true ? text : undefined;
}

/** The type of the names that a pattern matches; `undefined` where TypeScript has none. */
export function nameType(pattern: RegExp): string | undefined {
  const found = readPattern(pattern);
  if (found === undefined) return undefined;
  const { isStart, text, isEnd } = found;
  const escaped = text.replaceAll(/[\\`]|\$\{/g, "\\$&");
  const before = isStart ? "" : "${string}";
  const after = isEnd ? "" : "${string}";
  return `\`${before}${escaped}${after}\``;
}

/** Whether a pattern matches every name, but for those with a line break in them. */
export function matchesAll({ source }: RegExp): boolean {
  return /^\^?(?:\(\?:\)|\.\*|\(\.\*\))?\$?$/.test(source) && source !== "^$";
}
