// Sums up parts of the test suite: node summary.mjs REPORT…, each the path of a
// part's REPORT.json, written by vitest, and REPORT.code, its exit code.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

const parts = process.argv.slice(2).map(readPart);
for (const { skipped } of parts)
  for (const line of perFile(skipped)) console.log(`skipped: ${line}`);
// Last, as who reads a long output sees its end first.
for (const { failures } of parts)
  for (const { file, name, message } of failures)
    console.log(`failed: ${file}: ${name}\n${message}`);

const passed = sum(({ passed }) => passed);
const failed = sum(({ failed }) => failed);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** What came out of one part. One that did not end well has at least one failure. */
function readPart(report) {
  const code = Number(readFileSync(`${report}.code`, "utf8"));
  const { passed, skipped, failures } = readReport(`${report}.json`);
  if (code !== 0 && failures.length === 0)
    failures.push(failure(path.basename(report), `ended with ${code}`));
  return { passed, failed: failures.length, skipped, failures };
}

function readReport(file) {
  if (!existsSync(file)) {
    const failures = [failure(path.basename(file), "no report was written")];
    return { passed: 0, skipped: [], failures };
  }
  const { numPassedTests, testResults } = JSON.parse(
    readFileSync(file, "utf8"),
  );
  return {
    passed: numPassedTests,
    skipped: testResults.flatMap(skippedOf),
    failures: testResults.flatMap(failuresOf),
  };
}

function skippedOf({ name, assertionResults }) {
  return assertionResults
    .filter(({ status }) => status !== "passed" && status !== "failed")
    .map(({ fullName }) => ({ file: path.relative(".", name), fullName }));
}

function failuresOf({ name, status, message, assertionResults }) {
  const file = path.relative(".", name);
  const failed = assertionResults.filter(({ status }) => status === "failed");
  // A file that cannot be loaded, or whose hooks fail, has no test that failed.
  if (status === "failed" && failed.length === 0)
    return [failure(file, "outside of its tests", message)];
  return failed.map(({ fullName, failureMessages }) =>
    failure(file, fullName, failureMessages.join("\n")),
  );
}

/** What failed, and the beginning of why: the whole stands further up. */
function failure(file, name, message = "") {
  return { file, name, message: message.slice(0, 1500) };
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
