import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";
import type { Walk } from "./walk.ts";
import { divide } from "./told/divide.ts";
import { overHttp } from "./told/http.ts";
import { levels } from "./told/tower.ts";
import { rooms } from "../../sources/layers.ts";

/**
 * How many functions a message may enter: a way grows longer on purpose only. At last
 * so that what is read of a value compiles without `strictNullChecks` (`objectOf`,
 * `isUnfit`: 3, 4 and 3 steps), and so that a client knows the errors of another copy of
 * the runtime (`KnownError`: 2 steps in the last one). Since then interceptors stand
 * around a request in one place, on both sides (2 steps, one more for each question).
 */
const longest: Readonly<Record<string, number>> = {
  "tools/call over HTTP, handshake": 134,
  "tools/call over HTTP, stateless": 140,
  "tools/call over HTTP with SSE": 121,
  "tools/call over stdio, handshake": 75,
  "tools/call over stdio, stateless": 71,
  "tools/call that asks first, handshake": 199,
  "tools/call that asks first, stateless": 222,
  "a client's call over HTTP": 74,
  // A question inside a result goes the way of every request: interceptors see it.
  "a client's call with one input round": 155,
};

const root = join(import.meta.dirname, "../../..");
let told: {
  readonly walks: readonly string[];
  readonly pages: Readonly<Record<string, string>>;
};

beforeAll(async () => {
  const index = join(import.meta.dirname, "index.js");
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [index, "--json"],
    { maxBuffer: 1 << 24 },
  );
  told = JSON.parse(stdout) as typeof told;
});

test("no message takes a longer way than it took", () => {
  const lengths = told.walks.map((walk) => {
    const [, title = "", calls] = /^(.*): (\d+) calls of/.exec(walk) ?? [];
    return [title, Number(calls)] as const;
  });
  expect(lengths.map(([title]) => title)).toEqual(Object.keys(longest));
  const grown = lengths.filter(
    ([title, calls]) => calls > (longest[title] ?? 0),
  );
  expect(grown).toEqual([]);
});

test("the pages of the architecture tell the ways as they are: npm run walks -- --write", () => {
  const paths = Object.keys(told.pages);
  expect(paths).toHaveLength(13);
  for (const path of paths)
    expect(readFileSync(join(root, path), "utf8"), path).toBe(told.pages[path]);
  const pictures = readdirSync(join(root, "docs/architecture/pictures"));
  const drawn = paths.filter((path) => path.endsWith(".svg"));
  expect(pictures.map((name) => `docs/architecture/pictures/${name}`)).toEqual(
    drawn.toSorted(),
  );
});

test("every lane of a picture is a folder of the runtime, or the user's", () => {
  const lanes = Object.entries(told.pages)
    .filter(([path]) => path.endsWith(".svg"))
    .flatMap(([, text]) => [...text.matchAll(/class="folder"[^>]*>([^<]+)</g)])
    .map(([, folder = ""]) => folder);
  const places = [...new Set(lanes)].filter((one) => one !== "your code");
  expect(places.length).toBeGreaterThan(8);
  const missing = places.filter(
    (one) =>
      !existsSync(join(root, "src/runtime", one)) &&
      !existsSync(join(root, "src/runtime", `${one}.ts`)),
  );
  expect(missing).toEqual([]);
});

test("pictures have a title, a description, and colours for the dark", () => {
  const drawn = Object.entries(told.pages).filter(([path]) =>
    path.endsWith(".svg"),
  );
  expect(drawn).toHaveLength(10);
  for (const [path, text] of drawn) {
    expect(text, path).toMatch(/<title id="title">[^<]+<\/title>/);
    expect(text, path).toMatch(/<desc id="way">[^<]{40,}<\/desc>/);
    expect(text, path).toContain("prefers-color-scheme:dark");
    // Nothing is loaded from elsewhere.
    expect(text.replace("http://www.w3.org/2000/svg", "")).not.toMatch(
      /https?:|@import|url\(/,
    );
  }
});

test("a stage that is not on the way is told", () => {
  const [story] = overHttp.told;
  if (story === undefined) throw new Error("there is none");
  const walk: Walk = {
    title: story.walk,
    steps: ["runtime/http/server/node/handler.ts handle"],
  };
  expect(() => divide(walk, story)).toThrow(
    "The body is read does not begin at http/server/gate/gate checkPost",
  );
});

test("each room of the picture imports only what is below it, and all are there", () => {
  const runtime = Object.entries(rooms["runtime"] ?? {}).map(
    ([folder, imports]) => [folder.replace("runtime/", ""), imports] as const,
  );
  const drawn = levels.flat().map(([room]) => room);
  expect(runtime.map(([room]) => room).toSorted()).toEqual(
    drawn.filter((room) => room !== "entries").toSorted(),
  );
  const level = (room: string): number =>
    levels.findIndex((rooms) => rooms.some(([name]) => name === room));
  const upward = runtime.flatMap(([room, imports]) =>
    imports
      .filter((one) => one.startsWith("runtime/"))
      .map((one) => one.replace("runtime/", ""))
      .filter((one) => level(one) <= level(room))
      .map((one) => `${room} imports ${one}`),
  );
  expect(upward).toEqual([]);
});
