/** What differs from run to run, by the places where it is first told. */
const random: readonly [name: string, place: RegExp][] = [
  ["session", /^. mcp-session-id: (\S+)$/gim],
  ["session", /[?&]sessionId=([\w-]+)/g],
  // The name of a stream begins with what is its session's own.
  ["stream", /^. id: (\S+?)[cs]\d+\.\d+$/gm],
  ["state", /"requestState":"([\w-]{40,})"/g],
  ["elicitation", /"elicitationId":"([\da-f-]{36})"/g],
];

/** The same for every run: a value is named by its kind and the order in which such came. */
export function normalise(text: string): string {
  let named = text
    .replace(/\b(127\.0\.0\.1|localhost):\d+/g, "$1:<port>")
    .replace(/^(. date: ).*$/gim, "$1<date>");
  for (const kind of new Set(random.map(([name]) => name))) {
    const values = random
      .filter(([name]) => name === kind)
      .flatMap(([, place]) => [...named.matchAll(place)])
      .sort((one, other) => one.index - other.index)
      .map(([, value = ""]) => value)
      .filter((value) => !value.startsWith("<"));
    [...new Set(values)].forEach((value, index) => {
      named = named.replaceAll(value, `<${kind} ${index + 1}>`);
    });
  }
  return named;
}
