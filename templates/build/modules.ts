import { readFileSync } from "node:fs";
import { format } from "prettier";
import { readFixedCode } from "./fixed-code.ts";
import { readPassedOn } from "./passed-on.ts";

/** A file of the sources that is built from a template. */
export interface BuiltModule {
  /** Relative to the repository. */
  readonly path: string;
  readonly text: string;
}

/** Builds what the emitters know of the templates; `repository` ends with a slash. */
export async function buildModules(repository: URL): Promise<BuiltModule[]> {
  const read = (path: string) =>
    readFileSync(new URL(path, repository), "utf8");
  const fixed = ["guards", "dispatch", "standard"].map(async (name) => {
    const path = `templates/emitted/${name}.ts`;
    const code = await readFixedCode(path, read(path));
    return fixedModule(name, path, code);
  });
  const path = "templates/emitted/shared-exports.ts";
  const passedOn = readPassedOn(path, read(path));
  return Promise.all([
    ...fixed,
    dataModule("shared-exports", path, [
      exported("values", "readonly string[]", passedOn.values),
      exported("types", "readonly string[]", passedOn.types),
    ]),
  ]);
}

function fixedModule(
  name: string,
  path: string,
  code: Awaited<ReturnType<typeof readFixedCode>>,
): Promise<BuiltModule> {
  const names = code.map((one) => JSON.stringify(one.name)).join(" | ");
  return dataModule(name, path, [
    'import type { FixedCode } from "../print/module.ts";',
    `export type Name = ${names};`,
    exported(
      "code",
      "Readonly<Record<Name, FixedCode>>",
      Object.fromEntries(code.map((one) => [one.name, one])),
    ),
  ]);
}

function exported(name: string, type: string, value: unknown): string {
  return `export const ${name}: ${type} = ${JSON.stringify(value)};`;
}

async function dataModule(
  name: string,
  template: string,
  statements: readonly string[],
): Promise<BuiltModule> {
  const header = `// Built from ${template} by \`npm run build\`: changes made here are lost.`;
  const text = [header, ...statements].join("\n\n");
  return {
    path: `src/emit/fixed/${name}.ts`,
    text: await format(text, { parser: "typescript" }),
  };
}
