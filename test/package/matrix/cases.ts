import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createChecker, type Checker } from "./checker.ts";
import { answersOf } from "./answers.ts";
import { createMatrixProject, set } from "./project.ts";
import {
  emitter,
  origins,
  settingsOf,
  type CompilerVersion,
  type Origin,
} from "./settings.ts";

/** The cases of one compiler: each kind of project, by where its code is from. */
export function describeCompiler(version: CompilerVersion): void {
  describe(`TypeScript ${version}`, () => {
    let folder: string;
    let checker: Checker;
    beforeAll(() => {
      folder = createMatrixProject();
      checker = createChecker(folder, version);
    }, 300_000);
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    describe.each(settingsOf(version))("$name", (setting) => {
      let lines: readonly string[];
      beforeAll(async () => {
        set(folder, setting, origins);
        lines = await checker.check();
      }, 300_000);

      test.each(origins)("compiles what is of %s", (origin) => {
        expect(lines.filter((line) => isOf(origin, line))).toEqual([]);
      });

      test("says nothing of packages and options", () => {
        const rest = lines.filter(
          (line) => !origins.some((origin) => isOf(origin, line)),
        );
        expect(rest).toEqual([]);
      });
    });

    if (version === emitter) describeRuns(() => ({ folder, checker }));
  });
}

/** The programs of the first kind, as that compiler makes JavaScript of them. */
function describeRuns(
  project: () => { readonly folder: string; readonly checker: Checker },
): void {
  const kinds = settingsOf(emitter).slice(0, 1);
  describe.each(kinds)("$name, in Node.js", (setting) => {
    beforeAll(() => {
      const { folder, checker } = project();
      set(folder, setting, origins);
      checker.emit(origins);
    }, 300_000);

    test.each(origins)("serves what is of %s", async (origin) => {
      const { folder } = project();
      expect(await answersOf(folder, `${origin}/program.js`)).toEqual({
        isRequired: true,
        sum: 3,
        errors: "",
      });
    });
  });
}

function isOf(origin: Origin, line: string): boolean {
  return line.startsWith(`${origin}/`);
}
