import { describe, expect, test } from "vitest";
import { emitExtensions } from "../../../src/emit/index.ts";
import { load } from "../../../src/revisions/load.ts";
import { everything } from "../../support/emitted.ts";
import { emitExtensionFiles, extendAll } from "../../support/extensions.ts";
import { unformatted } from "../formatted.ts";
import { greetings, rooms } from "./sources.ts";

const protocols = [await load("2025-11-25"), await load("2026-07-28")];
const extended = extendAll(protocols, [greetings, rooms]);
const files = new Map(
  emitExtensionFiles(extended).map(({ path, text }) => [path, text]),
);
const textOf = (path: string): string => files.get(path) ?? "";

describe("what is emitted of extensions", () => {
  test("stands in folders of their own", () => {
    const modules = ["dispatch", "guards", "index", "standard", "types"];
    const data = ["protocol.json", "schema.json"];
    const folders = ["2025-11-25", "2026-07-28"].flatMap((revision) =>
      ["greetings", "meeting-rooms"].map(
        (name) => `${revision}/extensions/${name}`,
      ),
    );
    expect([...files.keys()].sort()).toEqual(
      [
        ...folders.flatMap((folder) => [
          ...modules.map((module) => `${folder}/${module}.ts`),
          ...data.map((name) => `${folder}/${name}`),
        ]),
        "extensions/greetings.ts",
        "extensions/meeting-rooms.ts",
      ].sort(),
    );
  });

  test.each([
    { target: "ts", docs: true },
    { target: "ts", docs: false },
    { target: "js", docs: true },
  ] as const)("is formatted, $target, docs $docs", async (options) => {
    const emitted = emitExtensionFiles(extended, options);
    expect(await unformatted(emitted, "babel-ts")).toEqual([]);
  });

  test("follows what is asked for", () => {
    const pathsOf = (emit: readonly (typeof everything.emit)[number][]) =>
      emitExtensionFiles(extended, { emit })
        .map(({ path }) => path)
        .filter((path) => !/^2025|greetings/.test(path));
    const folder = "2026-07-28/extensions/meeting-rooms";
    expect(pathsOf(["types"])).toEqual([
      `${folder}/types.ts`,
      `${folder}/index.ts`,
    ]);
    expect(pathsOf(["json-schema"])).toEqual([`${folder}/schema.json`]);
    expect(pathsOf(["client"])).toEqual([
      `${folder}/types.ts`,
      `${folder}/guards.ts`,
      `${folder}/dispatch.ts`,
      `${folder}/index.ts`,
      "extensions/meeting-rooms.ts",
    ]);
  });

  test("takes the core's types and guards from the core", () => {
    const folder = "2026-07-28/extensions/meeting-rooms";
    const types = textOf(`${folder}/types.ts`);
    expect(types).toMatch(
      /^import type \{\n {2}ContentBlock,\n {2}JSONRPCNotification,\n {2}JSONRPCRequest,\n {2}Result,\n\} from "\.\.\/\.\.\/types\.js";$/m,
    );
    expect(types).not.toContain("interface Result");
    const guards = textOf(`${folder}/guards.ts`);
    expect(guards).toContain("coreGuards.validateContentBlock(value)");
    expect(guards).not.toContain("checkTextContent");
  });

  test("says of each member what the facts or the schema say", () => {
    const entry = textOf("extensions/meeting-rooms.ts");
    expect(entry).toContain("   * `rooms/get`: Finds a room.\n");
    expect(entry).toContain(
      "@see {@link https://example.com/rooms/get | rooms/get}",
    );
    expect(entry).toContain(
      "/** `rooms/openDoor`: Asks the client's user to open the door. */",
    );
    const members = entry.match(/^ +\w+\??\($/gm) ?? [];
    const undocumented = entry.match(/(?<!\*\/)\n +\w+\??\(\n/g) ?? [];
    expect(members.length).toBeGreaterThan(5);
    expect(undocumented).toEqual([]);
    expect(textOf("2026-07-28/extensions/meeting-rooms/types.ts")).toContain(
      "/** A room that can be booked. */\nexport interface Room {",
    );
  });

  test("imports no context where there is no message to handle", () => {
    const id = "com.example/cards";
    const text = "export interface Card { name: string }";
    const entry = emitExtensionFiles(extendAll(protocols, [{ id, text }])).find(
      ({ path }) => path === "extensions/cards.ts",
    );
    expect(entry?.text).toContain("export const cards");
    expect(entry?.text).not.toMatch(/(?:Server|Client)Context/);
  });

  test("puts _meta beside an index of params that it does not fit", () => {
    const id = "com.example/labels";
    const text = `export interface LabelRequest { method: "a/label"; params: { [label: string]: string } }`;
    const guards = emitExtensionFiles(
      extendAll(protocols, [{ id, text }]),
    ).find(({ path }) => path === "2026-07-28/extensions/labels/guards.ts");
    expect(guards?.text).toMatch(
      /LabelRequestParams = \{\n {2}_meta: [^;]*;\n\} & \{\n? *\[label: string\]: string;?/,
    );
  });

  test("carries neither prose nor places where that is not wanted", () => {
    const bare = emitExtensionFiles(extended, { docs: false });
    const all = bare.map(({ text }) => text).join("\n");
    for (const said of ["Finds a room", "hangs on", "Greets someone"])
      expect(all).not.toContain(said);
    expect(all).not.toContain("extension.ts");
    expect(textOf("2026-07-28/extensions/greetings/protocol.json")).not.toMatch(
      /"position"|extension\.ts/,
    );
  });
});

test("a name that two modules export is told", () => {
  const source = {
    id: "com.example/odd",
    text: `export interface Requests { method: "odd/do" }`,
  };
  const { parts } = emitExtensions(extendAll(protocols, [source]), everything);
  expect(parts.map(({ collisions }) => collisions)).toEqual([
    [{ name: "Requests", kept: "./dispatch", hidden: ["./types"] }],
    [{ name: "Requests", kept: "./dispatch", hidden: ["./types"] }],
  ]);
});
