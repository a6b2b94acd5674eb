import type { Fault } from "./fault.ts";
import { generatorFaults } from "./generator.ts";
import { runtimeFaults } from "./runtime.ts";
import { copyTree, type Tree } from "./tree.ts";
import { runTests } from "./run-tests.ts";

const faults = [...runtimeFaults, ...generatorFaults];

/**
 * Sows each fault, or those of some rooms, and returns the exit code: 0 when each
 * was caught. Without `--trust` the tests first have to pass without any fault,
 * as they would catch everything otherwise. With `--likely` those of its tests
 * alone are run that a fault names, which is quicker and proves as much when they
 * fail.
 */
export async function main(
  args: readonly string[],
  repository: string,
): Promise<number> {
  const rooms = args.filter((arg) => !arg.startsWith("--"));
  const chosen = faults.filter(
    ({ room }) => rooms.length === 0 || rooms.includes(room),
  );
  const tree = copyTree(repository);
  try {
    if (!args.includes("--trust")) {
      const failure = await runTests(tree, []);
      if (failure !== undefined) {
        console.log(`without any fault, this fails: ${failure}`);
        return 1;
      }
    }
    let missed = 0;
    for (const fault of chosen) {
      const caught = await sow(tree, fault, args.includes("--likely"));
      if (!caught.isCaught) missed++;
      const verdict = caught.isCaught ? "caught" : "MISSED";
      console.log(`${verdict}  ${fault.room}: ${fault.breaks}`);
      console.log(`        ${caught.by}`);
    }
    console.log(`${chosen.length - missed} caught, ${missed} missed`);
    return missed === 0 && chosen.length > 0 ? 0 : 1;
  } finally {
    tree.remove();
  }
}

interface Outcome {
  readonly isCaught: boolean;
  /** The test that caught the fault, or why none could. */
  readonly by: string;
}

/** Whether a test fails by the fault: of those that are likely to, or of all. */
async function sow(
  tree: Tree,
  fault: Fault,
  onlyLikely: boolean,
): Promise<Outcome> {
  const files = tree.filesWith(fault.text);
  const [file] = files;
  if (file === undefined || files.length > 1)
    return {
      isCaught: false,
      by: `its text stands ${files.length} times in the sources, and not once: ${fault.text}`,
    };
  const restore = tree.replace(file, fault.text, fault.replacement);
  try {
    const likely = await runTests(tree, fault.tests);
    const failure = onlyLikely
      ? likely
      : (likely ?? (await runTests(tree, [])));
    return failure === undefined
      ? { isCaught: false, by: `no test fails with the fault in ${file}` }
      : { isCaught: true, by: failure };
  } finally {
    restore();
  }
}
