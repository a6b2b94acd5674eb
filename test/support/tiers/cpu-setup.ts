/** For every test file: CPU time of its process, children included, for the report of slow files. */
import { readFileSync } from "node:fs";
import { afterAll } from "vitest";

const start = cpuSeconds();

afterAll(({}, suite) => {
  suite.file.meta.cpuSeconds = cpuSeconds() - start;
});

/** CPU time of this process so far, in seconds; on Linux with that of children that ended. */
function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + childrenSeconds();
}

/** Fields 16 and 17 of /proc/self/stat, in ticks of 10 ms. */
function childrenSeconds(): number {
  if (process.platform !== "linux") return 0;
  const text = readFileSync("/proc/self/stat", "utf8");
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[13]) + Number(fields[14])) / 100;
}

declare module "vitest" {
  interface TaskMeta {
    /** CPU time of a test file, in seconds. */
    cpuSeconds?: number;
  }
}
