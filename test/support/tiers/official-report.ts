import path from "node:path";
import type { Reporter, TestCase, TestModule, TestSuite } from "vitest/node";
import {
  hasOfficialFiles,
  officialFiles,
  type OfficialKind,
} from "../official-files.ts";

/** Prints at the end of a run which tests were skipped without official files. */
export class OfficialReport implements Reporter {
  readonly #root: string;
  readonly #print: (text: string) => void;

  constructor(root: string, print: (text: string) => void = console.log) {
    this.#root = root;
    this.#print = print;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const skipped = modules.flatMap((module) =>
      [...module.children.allTests("skipped")].flatMap((test) => {
        const kind = kindOf(test);
        if (kind === undefined || hasOfficialFiles(kind)) return [];
        return [{ kind, file: path.relative(this.#root, module.moduleId) }];
      }),
    );
    if (skipped.length > 0) this.#print(describeSkipped(skipped, this.#root));
  }
}

/** A skipped test, by the official files that it needs and by its path. */
export interface SkippedTest {
  readonly kind: OfficialKind;
  readonly file: string;
}

/** Text of the report: how many tests of which files, and what to put where. */
export function describeSkipped(
  skipped: readonly SkippedTest[],
  root: string,
): string {
  const kinds = [...new Set(skipped.map(({ kind }) => kind))].sort();
  const parts = kinds.flatMap((kind) => {
    const own = skipped.filter((one) => one.kind === kind);
    const { title, folder, variable, example } = officialFiles[kind];
    const files = [...new Set(own.map(({ file }) => file))].sort();
    const missing = path.relative(root, path.join(folder, example));
    return [
      `  ${title}: ${counted(own.length)} of ${files.join(", ")}`,
      `    Missing: ${missing}. ${variable} can name another folder than ${path.relative(root, folder)}.`,
    ];
  });
  return [
    "",
    `Skipped ${counted(skipped.length)}, because official files are missing:`,
    ...parts,
    '"Official files" in CONTRIBUTING.md has the commands that get them.',
  ].join("\n");
}

function counted(count: number): string {
  return count === 1 ? "1 test" : `${count} tests`;
}

/** Official files that a test needs: those of its own, or of a group around it. */
function kindOf(test: TestCase): OfficialKind | undefined {
  let task: TestCase | TestSuite | TestModule = test;
  while (task.type !== "module") {
    const { needs } = task.meta();
    if (needs !== undefined) return needs;
    task = task.parent;
  }
  return undefined;
}
