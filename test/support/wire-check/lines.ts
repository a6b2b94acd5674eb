import { StringDecoder } from "node:string_decoder";

export interface LineReader {
  push(chunk: string | Uint8Array): void;
  /** What is left may be a line that its sender did not end. */
  end(): void;
}

/** More than any message of a test; what is longer is told cut short. */
const limit = 16_000_000;

/** Takes chunks, and tells their lines but for empty ones. */
export function readLines(tell: (line: string) => void): LineReader {
  const decoder = new StringDecoder("utf8");
  let parts: string[] = [];
  let length = 0;

  function add(part: string): void {
    if (length < limit) parts.push(part);
    length += part.length;
  }

  function end(): void {
    const line = parts.join("");
    parts = [];
    length = 0;
    if (line.trim() !== "") tell(line);
  }

  return {
    push(chunk) {
      const isText = typeof chunk === "string";
      const text = isText ? chunk : decoder.write(Buffer.from(chunk));
      const [first = "", ...others] = text.split("\n");
      add(first);
      for (const other of others) {
        end();
        add(other);
      }
    },
    end,
  };
}
