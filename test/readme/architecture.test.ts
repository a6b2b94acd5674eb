import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.join(import.meta.dirname, "../..");
const page = readFileSync(
  path.join(root, "docs/architecture/index.md"),
  "utf8",
);

test("the architecture page names files and folders that are there", () => {
  const sources = readdirSync(path.join(root, "src"), {
    recursive: true,
    encoding: "utf8",
  });
  const places = sources.map((one) => `/src/${one.replace(/\.ts$/, "")}`);
  const named = [...page.matchAll(/`([a-z][\w-]*(?:\/[\w-]+)+)`/g)].map(
    ([, name = ""]) => name,
  );
  const missing = named.filter(
    (name) =>
      !places.some((place) => place.endsWith(`/${name}`)) &&
      !existsSync(path.join(root, name)) &&
      // A method of the protocol has a slash too.
      !/^(tools|mcp-gen)\//.test(name),
  );
  expect(named.length).toBeGreaterThan(30);
  expect(missing).toEqual([]);
});

test("its contents lead to its headings", () => {
  const links = [...page.matchAll(/^- \[(.+)\]\(#(.+)\)$/gm)];
  const headings = [...page.matchAll(/^## (.+)$/gm)].map(([, text]) => text);
  expect(links.map(([, text]) => text)).toEqual(headings);
});
