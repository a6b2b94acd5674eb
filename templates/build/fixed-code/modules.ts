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

const templates = [
  "emitted/guards",
  "emitted/dispatch",
  "emitted/standard",
  "emitted/compiled-schema",
  "emitted/described-server",
  "rules/message-form",
  "rules/result-condition",
  "emitted/typed-client",
  "emitted/typed-connection",
  "emitted/drift",
  "rules/list-digest",
];

/**
 * The rules that the generator and the runtime share, with the folders that have a copy:
 * the runtime is copied to users, and so imports nothing from elsewhere.
 */
const rules: Readonly<Record<string, readonly string[]>> = {
  "message-form": ["runtime/protocol"],
  "result-condition": ["runtime/protocol/revision"],
  "parse-pattern": [
    "runtime/features/schema/bounds",
    "schema/json-schema/patterns",
  ],
  "list-digest": ["contracts/client"],
};

/** Builds what the emitters and the runtime have of the templates; `repository` ends with a slash. */
export async function buildModules(repository: URL): Promise<BuiltModule[]> {
  const read = (path: string) =>
    readFileSync(new URL(path, repository), "utf8");
  const fixed = templates.map(async (template) => {
    const name = template.slice(template.indexOf("/") + 1);
    const path = `templates/${template}.ts`;
    const code = await readFixedCode(path, read(path));
    return fixedModule(name, path, code);
  });
  const path = "templates/emitted/shared-exports.ts";
  const passedOn = readPassedOn(path, read(path));
  return Promise.all([
    ...fixed,
    ...Object.entries(rules).flatMap(([name, folders]) => {
      const path = `templates/rules/${name}.ts`;
      const text = `${builtFrom(path)}\n\n${read(path)}`;
      return folders.map((folder) => ({
        path: `src/${folder}/${name}.ts`,
        text,
      }));
    }),
    dataModule("shared-exports", path, [
      exported("values", "readonly string[]", passedOn.values),
      exported("types", "readonly string[]", passedOn.types),
    ]),
  ]);
}

function builtFrom(template: string): string {
  return `// Built from ${template} by \`npm run build\`: changes made here are lost.`;
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
  const text = [builtFrom(template), ...statements].join("\n\n");
  return {
    path: `src/emit/fixed/${name}.ts`,
    text: await format(text, { parser: "typescript" }),
  };
}
