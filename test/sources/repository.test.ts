import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { buildModules } from "../../templates/build/fixed-code/modules.ts";

const repository = new URL("../../", import.meta.url);
const cwd = fileURLToPath(repository);

function git(args: readonly string[], input = ""): string[] {
  const options = { cwd, input, encoding: "utf8" } as const;
  return execFileSync("git", args, options).split("\0").filter(Boolean);
}

const tracked = git(["ls-files", "-z"]);

/** Returns the tracked files that `.gitattributes` marks as generated. */
function markedFiles(): Set<string> {
  const answer = git(
    ["check-attr", "-z", "--stdin", "linguist-generated"],
    tracked.join("\0"),
  );
  // Three fields per file: path, attribute, value.
  return new Set(
    answer.filter((_, index) => answer[index + 2] === "set" && index % 3 === 0),
  );
}

const marked = markedFiles();
const modules = await buildModules(repository);

test.each(modules)("$path is what its template says", ({ path, text }) => {
  expect(readFileSync(new URL(path, repository), "utf8")).toBe(text);
});

/** Folders and name endings of files that commands write. */
const built = [
  /^generated\//,
  /^docs\/reference\//,
  /\/pictures\/.*\.svg$/,
  /^src\/.*\.schema\.json$/,
  /^src\/revisions\/(models|extensions)\//,
  /^test\/transcripts\/recorded\//,
];

test("every built file is marked as generated, and no other file", () => {
  const paths = new Set(modules.map(({ path }) => path));
  const expected = tracked.filter(
    (path) => paths.has(path) || built.some((pattern) => pattern.test(path)),
  );
  expect(expected.length).toBeGreaterThan(100);
  expect([...marked]).toEqual(expected);
});

test("a module that a template builds is ignored or marked", () => {
  const unmarked = modules
    .map(({ path }) => path)
    .filter((path) => !marked.has(path) && !path.startsWith("src/emit/fixed/"));
  expect(unmarked).toEqual([]);
  expect(tracked.filter((path) => path.startsWith("src/emit/fixed/"))).toEqual(
    [],
  );
});

/** Hosts that sources and templates may link to. */
const hosts = new Set([
  "127.0.0.1",
  "api.github.com",
  "github.com",
  "host",
  "html.spec.whatwg.org",
  "json-schema.org",
  "localhost",
  "modelcontextprotocol.io",
  "site",
  "standardschema.dev",
  "www.jsonrpc.org",
  "www.npmjs.com",
  "www.rfc-editor.org",
]);

test("sources link to known hosts only", () => {
  const unknown = tracked
    .filter((path) => /^(src|templates)\/.*\.[jt]s$/.test(path))
    .flatMap((path) => {
      const text = readFileSync(new URL(path, repository), "utf8");
      return [...text.matchAll(/https?:\/\/([a-z\d-]+(?:\.[a-z\d-]+)*)/gi)]
        .map(([, host = ""]) => host.toLowerCase())
        .filter((host) => !hosts.has(host) && !/(^|\.)example(\.|$)/.test(host))
        .map((host) => `${path}: ${host}`);
    });
  expect(unknown).toEqual([]);
});
