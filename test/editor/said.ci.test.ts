import { describe, expect, it } from "vitest";
import { languageService, runtimeEntries } from "./program.ts";
import { unsaid } from "./unsaid.ts";

const entries = ["src/index.ts", ...runtimeEntries()];

describe("what the editor shows", () => {
  it("says something of every function, option and member that programs import", () => {
    const asked = languageService(entries, new Map(), {
      alone: true,
    }).getProgram();
    if (asked === undefined) throw new Error("there is no program");
    const silent = unsaid(asked, entries);
    expect(silent).toEqual([]);
  });

  it("is found to say nothing", () => {
    const text = `
      interface Base { inherited: string }
      /** Options. */
      export interface Options extends Base {
        /** How deep. */
        depth: number;
        nested: { deep: number };
        absent?: undefined;
        kind: "one";
      }
      export function run(options: Options): { made: string } {
        return { made: String(options.depth) };
      }
      /** Said. */
      export const value: Options | undefined = undefined;
    `;
    const name = "test/editor/silent.ts";
    const alone = languageService([], new Map([[name, text]]), {
      alone: true,
    }).getProgram();
    expect(alone && unsaid(alone, [name])).toEqual([
      `${name}:11 run`,
      `${name}:11 run.made`,
      `${name}:2 Base.inherited`,
      `${name}:7 Options.nested`,
      `${name}:7 Options.nested.deep`,
    ]);
  });
});
