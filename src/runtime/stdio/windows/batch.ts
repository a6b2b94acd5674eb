/** The longest command line that cmd.exe takes. */
const lineLimit = 8191;

/** What cmd.exe, or a batch file, acts on even between quotes. */
const refused = ['"', "%", "!"];

/**
 * The arguments by which cmd.exe runs a batch file, quoted already. Between
 * quotes cmd.exe takes `&`, `|`, `<`, `>`, `^` and parentheses as they are. An
 * argument that could end its quotes, or name a variable, is refused: quoting it
 * for cmd.exe would not quote it for the batch file, which reads it again.
 */
export function batchArguments(
  file: string,
  args: readonly string[],
): readonly string[] {
  const quoted = args.map((arg, index) => quote(arg, `argument ${index + 1}`));
  const line = `"${[quote(file, "its path"), ...quoted].join(" ")}"`;
  if (line.length > lineLimit) {
    throw new Error("its arguments are too long for a batch file");
  }
  return ["/d", "/e:on", "/v:off", "/s", "/c", line];
}

function quote(arg: string, what: string): string {
  const sign = [...arg].find((one) => one < " " || refused.includes(one));
  if (sign !== undefined) {
    throw new Error(
      `${what} has ${JSON.stringify(sign)} in it, which no batch file takes as it is`,
    );
  }
  return `"${arg}${trailingBackslashes(arg)}"`;
}

/** A program that the batch file starts would take `\"` for a quote. */
function trailingBackslashes(arg: string): string {
  let start = arg.length;
  while (arg[start - 1] === "\\") start--;
  return arg.slice(start);
}
