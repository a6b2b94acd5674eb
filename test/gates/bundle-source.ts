import { readFileSync } from "node:fs";
import { SourceMap, type SourceMapPayload } from "node:module";

/** Finds the source file of each character of a bundle by its source map. */
export class BundleSource {
  readonly #map: SourceMap;
  /** Offset of the first character of each line. */
  readonly #lineStarts: readonly number[];

  constructor(file: string) {
    const lines = readFileSync(file, "utf8").split("\n");
    let end = 0;
    this.#lineStarts = lines.map(
      ({ length }) => (end += length + 1) - length - 1,
    );
    const map = readFileSync(`${file}.map`, "utf8");
    this.#map = new SourceMap(JSON.parse(map) as SourceMapPayload);
  }

  /** Returns the source's path relative to the bundle, or undefined for the bundler's code. */
  find(offset: number): string | undefined {
    const line = this.#lineStarts.findLastIndex((start) => start <= offset);
    const column = offset - (this.#lineStarts[line] ?? 0);
    const entry = this.#map.findEntry(line, column);
    return "originalSource" in entry ? entry.originalSource : undefined;
  }
}
