import { UsageError } from "../../../base/diagnostics/error.ts";

/** What a shell would do with a word, and nothing here does. */
const operators = /^(?:\||\|\||&|&&|;|<|>|>>|\d>|\d>&\d)$/;

/**
 * The words of a command line, as a shell parts them: by blanks, but for quotes and
 * backslashes (on Windows a backslash is one of a path). Nothing else of a shell is
 * known here. Throws a UsageError for a quote that does not end, and for what only a
 * shell can do.
 */
export function splitWords(line: string, platform: string): string[] {
  const escape = platform === "win32" ? /^\\(["])/ : /^\\([\s\S])/;
  const words: string[] = [];
  let word: string | undefined;
  let isQuoted = false;
  const end = (): void => {
    if (word === undefined) return;
    if (!isQuoted && operators.test(word)) throw needsShell(word);
    words.push(word);
    word = undefined;
    isQuoted = false;
  };
  for (let rest = line; rest !== "";) {
    const [quoted, double, single] =
      /^(?:"((?:[^"\\]|\\[\s\S])*)"|'([^']*)')/.exec(rest) ?? [];
    const [escaped, sign = ""] = escape.exec(rest) ?? [];
    const [first = ""] = rest;
    if (quoted !== undefined) {
      word = (word ?? "") + (single ?? unescaped(double ?? "", platform));
      isQuoted = true;
    } else if (escaped !== undefined) word = (word ?? "") + sign;
    else if (/\s/.test(first)) end();
    else if (first === '"' || first === "'") throw openQuote(first);
    else word = (word ?? "") + first;
    rest = rest.slice((quoted ?? escaped ?? first).length);
  }
  end();
  return words;
}

/** Within double quotes a backslash is for a few signs alone. */
function unescaped(text: string, platform: string): string {
  return platform === "win32"
    ? text.replaceAll('\\"', '"')
    : text.replace(/\\(["\\$`])/g, "$1");
}

function needsShell(word: string): UsageError {
  return new UsageError(
    "unknown-server",
    `A server is started without a shell, which ${JSON.stringify(word)} needs`,
    { hint: `sh -c '…' starts one` },
  );
}

function openQuote(quote: string): UsageError {
  return new UsageError(
    "unknown-server",
    `The command line has a quote that does not end: ${quote}`,
  );
}
