import { describe, expect, test } from "vitest";
import { runtimeFiles } from "../../src/project/api/runtime.ts";
import { emitFiles, everything, runtimeSources } from "../support/emitted.ts";
import { compile, folderOf, runNode } from "../support/typescript.ts";
import { emitAll, protocols } from "./everything.ts";

describe("TypeScript", () => {
  test("compiles", async () => {
    const folder = folderOf([...emitAll(), ...runtimeSources()]);
    expect(await compile(folder)).toEqual([]);
  });

  test("does not compile when a line is wrong", async () => {
    const [types] = emitFiles(protocols.slice(0, 1), { emit: ["types"] });
    const { path = "", text = "" } = types ?? {};
    const wrong = { path, text: `${text}const unused = 1;\n` };
    const problems = await compile(folderOf([wrong]));
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain("'unused' is declared but its value");
  });
});

// That its declarations compile is in the long part.
test("JavaScript runs in Node.js, and exports what its declarations say", async () => {
  const folder = folderOf([
    ...emitAll({ target: "js" }),
    ...runtimeFiles({ ...everything, target: "js" }),
    { path: "run.js", text: importAll },
  ]);
  const revisions = protocols.map(({ revision }) => revision);
  const run = await runNode(["run.js", ...revisions], folder);
  expect(run).toEqual({ code: 0, output: "" });
});

/** Imports every module, and complains where its `.d.ts` names other values. */
const importAll = `
import fs from "node:fs";
const modules = ["types", "guards", "standard", "dispatch", "server", "client", "registry"];
const declared = /^export declare (?:const|function) ([^\\s:(<]+)/gm;
const reexported = /^export \\{([^}]*)\\} from/gm;
for (const revision of process.argv.slice(2)) {
  await import(\`./\${revision}/index.js\`);
  for (const name of modules) {
    const url = new URL(\`./\${revision}/\${name}.js\`, import.meta.url);
    const actual = Object.keys(await import(url)).sort();
    const text = fs.readFileSync(new URL(\`./\${revision}/\${name}.d.ts\`, import.meta.url), "utf8");
    const passedOn = [...text.matchAll(reexported)].flatMap(([, names]) =>
      names.split(",").map((name) => name.trim()).filter((name) => name !== ""));
    const own = [...text.matchAll(declared)].map(([, name]) => name);
    // A function with overloads is declared more than once.
    const wanted = [...new Set([...own, ...passedOn])].sort();
    if (actual.join() !== wanted.join())
      console.log(revision, name, actual, wanted);
  }
}
`;
