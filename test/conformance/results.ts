import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Side } from "./legs.ts";

/** One thing that the suite looked at. */
export interface Check {
  readonly id: string;
  /** SUCCESS, FAILURE, WARNING, SKIPPED, or INFO, which says nothing. */
  readonly status: string;
  readonly errorMessage?: string;
}

export interface ScenarioResult {
  readonly scenario: string;
  /** Undefined when the suite broke off, and left none. */
  readonly checks: readonly Check[] | undefined;
  /** How the client ended, if one was judged. */
  readonly client?: ClientEnd;
}

export interface ClientEnd {
  /** Undefined when it was stopped. */
  readonly exitCode: number | undefined;
  /** Why it gave up, if it did. */
  readonly reason?: string;
}

/** The time at the end of a folder's name, such as "-2026-07-28T10-11-12-345Z". */
const stampLength = 25;

/** What the names of folders begin with. */
const prefixes = {
  server: "server-",
  client: "",
} as const satisfies Record<Side, string>;

/** Reads what the suite has written: a folder for each scenario. */
export function readResults(
  folder: string,
  side: Side,
): readonly ScenarioResult[] {
  return foldersOf(folder).map((name) => {
    const place = path.join(folder, name);
    return {
      scenario: name.slice(prefixes[side].length, -stampLength),
      checks: readChecks(path.join(place, "checks.json")),
      ...(side === "client" && { client: readEnd(place) }),
    };
  });
}

/** A scenario whose name has a slash lies in a folder of its group. */
function foldersOf(folder: string): readonly string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) =>
      isStamped(name)
        ? [name]
        : foldersOf(path.join(folder, name)).map((own) => `${name}/${own}`),
    );
}

/** Whether a name ends with a time; no scenario's own name ends with a Z. */
function isStamped(name: string): boolean {
  return name.length > stampLength && name.endsWith("Z");
}

/** What the fixture tells as its last word, if it came to that. */
function readEnd(folder: string): ClientEnd {
  const file = path.join(folder, "stdout.txt");
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  const last = text.trimEnd().split("\n").at(-1) ?? "";
  const [, code, reason = ""] = /^exit (\d+)(?: (.*))?$/.exec(last) ?? [];
  const exitCode = code === undefined ? undefined : Number(code);
  return { exitCode, ...(reason !== "" && { reason }) };
}

function readChecks(file: string): readonly Check[] | undefined {
  if (!existsSync(file)) return undefined;
  const checks: unknown = JSON.parse(readFileSync(file, "utf8"));
  if (!Array.isArray(checks)) throw new TypeError(`${file} is no list`);
  return checks.map(toCheck);
}

function toCheck(value: unknown): Check {
  const { id, status, errorMessage } = Object(value) as {
    readonly [key: string]: unknown; // Any object has these, perhaps undefined.
  };
  if (typeof id !== "string" || typeof status !== "string")
    throw new TypeError(`no check: ${JSON.stringify(value)}`);
  return {
    id,
    status,
    ...(typeof errorMessage === "string" && { errorMessage }),
  };
}
