/** One event of a stream, as far as it tells of itself. */
export interface StreamEvent {
  readonly id?: string;
  readonly event?: string;
  readonly retry?: string;
  /** The data lines, joined. */
  readonly data: string;
}

/** Reads events out of text that comes in pieces; comments are no events. */
export function eventReader(
  onEvent: (event: StreamEvent) => void,
): (piece: string) => void {
  let rest = "";
  return (piece) => {
    const blocks = (rest + piece).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const event = eventOf(block);
      if (event) onEvent(event);
    }
  };
}

function eventOf(block: string): StreamEvent | undefined {
  const fields = block
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith(":"))
    .map(fieldOf);
  if (fields.length === 0) return undefined;
  const data = fields.filter(([name]) => name === "data");
  return {
    ...Object.fromEntries(fields),
    data: data.map(([, value]) => value).join("\n"),
  };
}

function fieldOf(line: string): [name: string, value: string] {
  const end = line.indexOf(":");
  if (end < 0) return [line, ""];
  const value = line.slice(end + 1);
  return [line.slice(0, end), value.startsWith(" ") ? value.slice(1) : value];
}
