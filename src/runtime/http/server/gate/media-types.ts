interface MediaRange {
  /** `type/subtype`, in lower case. */
  readonly name: string;
  readonly parameters: readonly (readonly [string, string])[];
}

/** What clients of the official kind send: it needs no parsing. */
const usual = "application/json, text/event-stream";

/** Whether an `Accept` header covers all of these types; one that is missing does. */
export function accepts(
  header: string | undefined,
  types: readonly string[],
): boolean {
  if (header === undefined || header === usual) return true;
  const ranges = header.split(",").map(readRange);
  return types.every((type) => quality(ranges, type) > 0);
}

/** Whether a `Content-Type` is that of JSON, which is always UTF-8. */
export function isJson(header: string | undefined): boolean {
  if (header === "application/json") return true;
  const { name, parameters } = readRange(header ?? "");
  return (
    name === "application/json" &&
    parameters.every(([key, value]) => key !== "charset" || isUtf8(value))
  );
}

function isUtf8(charset: string): boolean {
  const name = charset.toLowerCase();
  return name === "utf-8" || name === "utf8";
}

/** The most specific range decides. */
function quality(ranges: readonly MediaRange[], type: string): number {
  const [family = ""] = type.split("/");
  for (const name of [type, `${family}/*`, "*/*"]) {
    const range = ranges.find((one) => one.name === name);
    if (range) return weight(range);
  }
  return 0;
}

function weight({ parameters }: MediaRange): number {
  const q = parameters.find(([key]) => key === "q")?.[1] ?? "1";
  const value = Number(q);
  return q !== "" && value >= 0 && value <= 1 ? value : 0;
}

function readRange(text: string): MediaRange {
  const [name = "", ...rest] = text.split(";");
  const parameters = rest.map(readParameter);
  return { name: name.trim().toLowerCase(), parameters };
}

function readParameter(text: string): readonly [string, string] {
  const [key = "", ...rest] = text.split("=");
  const value = rest.join("=").trim();
  const isQuoted = value.length > 1 && value.startsWith('"');
  return [
    key.trim().toLowerCase(),
    isQuoted && value.endsWith('"') ? value.slice(1, -1) : value,
  ];
}
