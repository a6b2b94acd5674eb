import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

interface LockedPackage {
  readonly version?: string;
  readonly engines?: { readonly node?: string };
  readonly hasInstallScript?: boolean;
  /** npm leaves out an optional package that does not run here, and prints nothing. */
  readonly optional?: boolean;
}

const { packages } = readJson("package-lock.json") as {
  readonly packages: Readonly<Record<string, LockedPackage>>;
};
const manifest = readJson("package.json") as {
  readonly engines: { readonly node: string };
  readonly allowScripts: Readonly<Record<string, boolean>>;
};

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(join(root, file), "utf8"));
}

/** Reads `20`, `20.19` or `20.x.x`: what is missing is 0. */
function versionOf(text: string): [number, number, number] {
  const [major = 0, minor = 0, patch = 0] = text
    .split(".")
    .map((part) => Number(part) || 0);
  return [major, minor, patch];
}

function isBefore(one: readonly number[], other: readonly number[]): boolean {
  const at = one.findIndex((part, index) => part !== other[index]);
  return at !== -1 && (one[at] ?? 0) < (other[at] ?? 0);
}

/** True if a range of versions includes a version, in the forms that the lock file has. */
function includes(range: string, version: string): boolean {
  return range.split("||").some((alternative) =>
    alternative
      .trim()
      .replaceAll(/>= +/g, ">=")
      .split(/ +/)
      .every((comparator) => {
        const [, operator = "", bound = ""] =
          /^(>=|\^|)(\*|\d[\dx*.]*)$/.exec(comparator) ?? [];
        if (bound === "") throw new Error(`unknown range: ${range}`);
        if (bound === "*") return true;
        if (isBefore(versionOf(version), versionOf(bound))) return false;
        return (
          operator === ">=" || versionOf(version)[0] === versionOf(bound)[0]
        );
      }),
  );
}

test.each([
  [">=22", false],
  [">= 20.19", true],
  ["^18.17.0 || ^20.3.0 || >=21.0.0", true],
  ["^22.20 || ^24.12", false],
  ["20 || >=22", true],
  ["10.* || >= 12.*", true],
  [">=20.20", false],
  ["*", true],
])("the range %j is read", (range, expected) => {
  expect(includes(range, "20.19.0")).toBe(expected);
});

test("every package that npm ci installs runs on the oldest supported Node", () => {
  const oldest = manifest.engines.node.replace(">=", "");
  const required = Object.entries(packages).flatMap(
    ([place, { version, engines, optional }]) =>
      engines?.node === undefined || optional
        ? []
        : [{ name: `${place} ${version}`, range: engines.node }],
  );
  expect(required.length).toBeGreaterThan(100);
  expect(required.filter(({ range }) => !includes(range, oldest))).toEqual([]);
});

test("package.json decides on every package with an install script", () => {
  const names = Object.entries(packages).flatMap(
    ([place, { hasInstallScript }]) =>
      hasInstallScript ? [place.split("node_modules/").at(-1) ?? ""] : [],
  );
  expect(names).toContain("esbuild");
  expect(Object.keys(manifest.allowScripts)).toEqual(
    expect.arrayContaining(names),
  );
});
