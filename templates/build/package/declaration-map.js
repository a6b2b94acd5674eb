import { readFileSync } from "node:fs";
import path from "node:path";

/**
 * The comment that leads an editor from a file of declarations to the sources, by the
 * maps of those that its parts are from. It is part of the file: a map by itself would
 * be one more.
 * @param {readonly import("./bundle-declarations.js").Part[]} parts
 * @param {string} folder of the file
 * @param {string} file its name: an editor finds it by that
 */
export function composedMap(parts, folder, file) {
  const sources = [];
  const maps = new Map();
  const mapOf = (origin) => {
    const known = maps.get(origin);
    if (known) return known;
    const map = readMap(origin);
    const [source] = map.sources;
    const place = path.resolve(path.dirname(origin), source);
    sources.push(path.relative(folder, place).replaceAll(path.sep, "/"));
    const read = { source: sources.length - 1, lines: decode(map.mappings) };
    maps.set(origin, read);
    return read;
  };
  const lines = parts.flatMap(({ text, from }) =>
    text.split("\n").map((_, index) => {
      if (from === undefined) return [];
      const { source, lines: read } = mapOf(from.file);
      const segments = (read[from.line + index] ?? []).slice(0, told);
      return segments.map(([column, , line, at]) => [column, source, line, at]);
    }),
  );
  const mappings = encode(lines);
  const map = { version: 3, file, sources, names: [], mappings };
  const data = Buffer.from(JSON.stringify(map)).toString("base64");
  return `//# sourceMappingURL=data:application/json;charset=utf-8;base64,${data}`;
}

/** Places of a line that are told, the first ones: up to the name that it declares, and its end. */
const told = 4;

/** @param {string} file of declarations, with a map beside it */
function readMap(file) {
  const text = readFileSync(file, "utf8");
  const [, name] = /\n\/\/# sourceMappingURL=(.*)$/m.exec(text);
  return JSON.parse(readFileSync(path.join(path.dirname(file), name), "utf8"));
}

const digits =
  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/**
 * The segments of each line: column, source, and line and column in that.
 * @param {string} mappings
 */
function decode(mappings) {
  let [source, line, at] = [0, 0, 0];
  return mappings.split(";").map((text) => {
    let column = 0;
    return text
      .split(",")
      .filter((one) => one !== "")
      .map((one) => {
        const [columns, sources, lines, ats] = numbers(one);
        column += columns;
        source += sources;
        line += lines;
        at += ats;
        return [column, source, line, at];
      });
  });
}

/** @param {readonly (readonly number[])[][]} lines */
function encode(lines) {
  let before = [0, 0, 0, 0];
  return lines
    .map((segments) => {
      before = [0, ...before.slice(1)];
      return segments
        .map((segment) => {
          const text = segment
            .map((value, index) => letters(value - before[index]))
            .join("");
          before = segment;
          return text;
        })
        .join(",");
    })
    .join(";");
}

/** The numbers of a segment, each of digits of five bits, the lowest first. */
function numbers(text) {
  const found = [];
  let [value, shift] = [0, 0];
  for (const letter of text) {
    const digit = digits.indexOf(letter);
    value += (digit & 31) << shift;
    shift += 5;
    if (digit & 32) continue;
    found.push(value & 1 ? -(value >> 1) : value >> 1);
    [value, shift] = [0, 0];
  }
  return found;
}

function letters(number) {
  let value = number < 0 ? (-number << 1) | 1 : number << 1;
  let text = "";
  do {
    const digit = value & 31;
    value >>= 5;
    text += digits[value > 0 ? digit | 32 : digit];
  } while (value > 0);
  return text;
}
