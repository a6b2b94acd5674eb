// Sums up checks and tiers of tests: node summary.mjs REPORT…. Each has its exit code in
// REPORT.code. A check has its output in REPORT.output; a tier has REPORT.json, written by
// vitest, and REPORT.failures.json, written by failures.mjs.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

/** Characters of the reason that are printed of each failure. */
const maxReason = 3000;

const parts = process.argv
  .slice(2)
  .map((report) =>
    existsSync(`${report}.output`) ? readCheck(report) : readTier(report),
  );
for (const { skipped } of parts)
  for (const line of perFile(skipped)) console.log(`skipped: ${line}`);
// Last, because readers of a long output see its end first.
for (const { failures } of parts)
  for (const { file, name, message } of failures)
    console.log(`failed: ${file}: ${name}\n${message.slice(0, maxReason)}`);

const passed = sum(({ passed }) => passed);
const failed = sum(({ failed }) => failed);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** Result of a check: one that passed, or one failure with the end of its output. */
function readCheck(report) {
  const code = Number(readFileSync(`${report}.code`, "utf8"));
  const output = readFileSync(`${report}.output`, "utf8");
  const message = output.slice(-maxReason);
  const failures =
    code === 0 ? [] : [{ ...failure(report, `ended with ${code}`), message }];
  return {
    passed: code === 0 ? 1 : 0,
    failed: failures.length,
    skipped: [],
    failures,
  };
}

/** Result of a tier. One that did not end well has at least one failure. */
function readTier(report) {
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

/** Failure of a check or tier as a whole. */
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
