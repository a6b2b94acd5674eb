const MiB = 1024 * 1024;

/**
 * The value at the end of a piece of code, behind a sign such as `=`: a text, a flag,
 * or a product or power of numbers.
 */
export function codeOf(code: string): unknown {
  const [last = ""] =
    /(?:"[^"]*"|true|false|[\d._]+(?: \*\*? (?:[\d._]+|MiB))*|MiB)$/.exec(
      code,
    ) ?? [];
  if (last === "true" || last === "false") return last === "true";
  if (last.startsWith('"')) return JSON.parse(last);
  const [base = "", exponent] = last.split(" ** ");
  const product = base
    .split(" * ")
    .map((factor) =>
      factor === "MiB" ? MiB : Number(factor.replaceAll("_", "")),
    )
    .reduce((one, other) => one * other, 1);
  return exponent === undefined ? product : product ** Number(exponent);
}
