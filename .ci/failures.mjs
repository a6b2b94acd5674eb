// A reporter of vitest that keeps what failed and how the values differ, which its
// JSON lacks: in the file that FAILURES names.
import { writeFileSync } from "node:fs";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";

export default class {
  onTestRunEnd(modules, unhandledErrors) {
    const failures = [
      ...modules.flatMap(failuresOf),
      ...failuresWith("outside of the tests", "", unhandledErrors),
    ];
    writeFileSync(process.env["FAILURES"], JSON.stringify(failures));
  }
}

/** What failed in a file: it itself, its suites (by their hooks), its tests. */
function failuresOf(module) {
  const file = path.relative(".", module.moduleId);
  return [
    ...failuresWith(file, "outside of its tests", module.errors()),
    ...[...module.children.allSuites()].flatMap((suite) =>
      failuresWith(file, suite.fullName, suite.errors()),
    ),
    ...[...module.children.allTests("failed")].flatMap((test) =>
      failuresWith(file, test.fullName, test.result().errors),
    ),
  ];
}

/** One failure, however many errors it has. */
function failuresWith(file, name, errors) {
  if (errors.length === 0) return [];
  const message = stripVTControlCharacters(errors.map(textOf).join("\n"));
  return [{ file, name, message }];
}

/** The error with its difference; where in the runner it was thrown is left out. */
function textOf({ stack, name, message, diff = "" }) {
  const lines = (stack ?? `${name}: ${message}`).split("\n");
  return [
    ...lines.filter((line) => !line.includes("/node_modules/")),
    diff,
  ].join("\n");
}
