// Sums up parts of the test suite: node summary.mjs REPORT…, each the path of a
// part's REPORT.json, written by vitest, REPORT.failures.json, written by failures.mjs,
// and REPORT.code, its exit code.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

/** How much of the reason is told of each, in characters: the whole stands further up. */
const maxReason = 3000;

const parts = process.argv.slice(2).map(readPart);
for (const { skipped } of parts)
  for (const line of perFile(skipped)) console.log(`skipped: ${line}`);
// Last, as who reads a long output sees its end first.
for (const { failures } of parts)
  for (const { file, name, message } of failures)
    console.log(`failed: ${file}: ${name}\n${message.slice(0, maxReason)}`);

const passed = sum(({ passed }) => passed);
const failed = sum(({ failed }) => failed);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** What came out of one part. One that did not end well has at least one failure. */
function readPart(report) {
  const code = Number(readFileSync(`${report}.code`, "utf8"));
  const { passed, skipped, failures } = readReport(report);
  if (code !== 0 && failures.length === 0)
    failures.push(failure(report, `ended with ${code}`));
  return { passed, failed: failures.length, skipped, failures };
}

function readReport(report) {
  const files = [`${report}.json`, `${report}.failures.json`];
  if (!files.every(existsSync))
    return {
      passed: 0,
      skipped: [],
      failures: [failure(report, "no report was written")],
    };
  const [results, failures] = files.map((file) =>
    JSON.parse(readFileSync(file, "utf8")),
  );
  return {
    passed: results.numPassedTests,
    skipped: results.testResults.flatMap(skippedOf),
    failures,
  };
}

function skippedOf({ name, assertionResults }) {
  return assertionResults
    .filter(({ status }) => status !== "passed" && status !== "failed")
    .map(({ fullName }) => ({ file: path.relative(".", name), fullName }));
}

/** What failed of a part as a whole. */
function failure(report, name) {
  return { file: path.basename(report), name, message: "" };
}

/** A line for each file: some skip a test for each of many servers. */
function perFile(skipped) {
  const files = new Map();
  for (const { file, fullName } of skipped)
    files.set(file, [...(files.get(file) ?? []), fullName]);
  return [...files].map(([file, names]) => `${file}: ${names.join("; ")}`);
}

function sum(count) {
  return parts.reduce((total, part) => total + count(part), 0);
}
