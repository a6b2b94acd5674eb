import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import {
  passedOn,
  reportGroups,
} from "../../templates/build/reference/errors/reports.ts";

const runtime = path.join(import.meta.dirname, "../../src/runtime");
const kinds = reportGroups.flatMap((group) => group.kinds);

function read(file: string): string {
  return readFileSync(path.join(runtime, file), "utf8");
}

it("of the reference have the words of the sources", () => {
  const wrong = kinds.flatMap(({ text = "", from }) => {
    const source = from.map(read).join("\n").replaceAll('\\"', '"');
    const parts = text.split(/…|: /).filter((part) => part.trim().length > 3);
    return parts.filter((part) => !source.includes(part.trim()));
  });
  expect(wrong).toEqual([]);
});

// What reports an error that it makes, or that it caught.
const tells =
  /\b(onError|report|warn\?\.|#warn|failed\?\.)\(\s*(undefined, )?(new \w*Error|unsent\(|toError\()/;

it("of the sources are all in the reference", () => {
  const known = [...kinds.flatMap(({ from }) => from), ...passedOn];
  const telling = readdirSync(runtime, { recursive: true, encoding: "utf8" })
    .map((name) => name.replaceAll(path.sep, "/"))
    .filter((name) => name.endsWith(".ts") && tells.test(read(name)));
  expect(telling.length).toBeGreaterThan(20);
  expect(telling.filter((name) => !known.includes(name))).toEqual([]);
});
