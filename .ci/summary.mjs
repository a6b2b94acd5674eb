// Sums up parts of the test suite: node summary.mjs REPORT…, each the path of a
// part's REPORT.json, written by vitest, and REPORT.code, its exit code.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

const parts = process.argv.slice(2).map(readPart);
for (const { skipped } of parts)
  for (const name of skipped) console.log(`skipped: ${name}`);

const passed = sum(({ passed }) => passed);
const failed = sum(({ failed }) => failed);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** What came out of one part. One that did not end well has at least one failure. */
function readPart(report) {
  const code = Number(readFileSync(`${report}.code`, "utf8"));
  const { passed, failed, skipped } = readReport(`${report}.json`);
  return {
    passed,
    failed: Math.max(failed, code === 0 ? 0 : 1),
    skipped,
  };
}

function readReport(file) {
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: [] };
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(
    readFileSync(file, "utf8"),
  );
  // A file that cannot be loaded has no tests that could fail.
  const broken = testResults.filter(
    ({ status, assertionResults }) =>
      status === "failed" && assertionResults.length === 0,
  );
  const skipped = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status !== "passed" && status !== "failed")
      .map(({ fullName }) => `${path.relative(".", name)}: ${fullName}`),
  );
  return {
    passed: numPassedTests,
    failed: numFailedTests + broken.length,
    skipped,
  };
}

function sum(count) {
  return parts.reduce((total, part) => total + count(part), 0);
}
