import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { Project, type ClassDeclaration, type JSDoc } from "ts-morph";

/** An error class, as the sources declare it. */
export interface ErrorClass {
  readonly name: string;
  /** The class that it extends. */
  readonly base: string;
  /** Its doc comment. */
  readonly doc: string;
  readonly fields: readonly ErrorField[];
  /** What to import it from; absent for one that no entry exports. */
  readonly entry?: string;
}

export interface ErrorField {
  readonly name: string;
  readonly type: string;
  readonly doc: string;
}

/** The entries that users import, by their files. */
const entries: Readonly<Record<string, string>> = {
  "src/runtime/index.ts": "@mcp-gen/runtime",
  "src/runtime/http-client.ts": "@mcp-gen/runtime/http-client",
  "src/runtime/auth/index.ts": "@mcp-gen/runtime/auth",
  "src/runtime/auth/node.ts": "@mcp-gen/runtime/auth/node",
  "src/runtime/tasks.ts": "@mcp-gen/runtime/tasks",
  "src/runtime/redis.ts": "@mcp-gen/runtime/redis",
  "src/index.ts": "mcp-gen",
};

/** The error classes of the sources, by name. */
export function errorClasses(
  repository: string,
): ReadonlyMap<string, ErrorClass> {
  const exported = Object.entries(entries).map(([file, entry]) => ({
    entry,
    text: readFileSync(path.join(repository, file), "utf8"),
  }));
  const entryOf = (name: string): string | undefined =>
    exported.find(({ text }) => new RegExp(`\\b${name}\\b`).test(text))?.entry;
  const project = new Project({
    skipAddingFilesFromTsConfig: true,
    skipFileDependencyResolution: true,
    compilerOptions: { noLib: true },
  });
  const found = filesOf(path.join(repository, "src")).flatMap((file) => {
    const text = readFileSync(file, "utf8");
    if (!/class \w+(<.*>)? extends \w*Error/.test(text)) return [];
    return project
      .createSourceFile(file, text, { overwrite: true })
      .getClasses()
      .filter((one) =>
        one.getExtends()?.getExpression().getText().endsWith("Error"),
      );
  });
  return new Map(
    found.map((one) => {
      const name = one.getName() ?? "";
      const entry = entryOf(name);
      const told = { ...describe(one, name), ...(entry && { entry }) };
      return [name, told];
    }),
  );
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .sort()
    .map((name) => path.join(folder, name));
}

function describe(one: ClassDeclaration, name: string): ErrorClass {
  const fields = [...one.getInstanceProperties()].flatMap((field) => {
    if (!("getJsDocs" in field)) return [];
    const doc = docOf(field.getJsDocs());
    // What merely repeats its base has no comment of its own.
    if (doc === "") return [];
    const [, type = ""] =
      /: (.+?)(?: = .*)?;?$/.exec(firstLine(field.getText(false))) ?? [];
    return [
      {
        name: field.getName(),
        type: type || literalOf(field.getText(false)),
        doc,
      },
    ];
  });
  return {
    name,
    base: one.getExtends()?.getExpression().getText() ?? "",
    doc: docOf(one.getJsDocs()),
    fields,
  };
}

/** A getter says its type before its body. */
function firstLine(text: string): string {
  return (text.split("\n")[0] ?? "").replace(/ \{$/, "");
}

/** The type of a field that is only given a value: `kind = "protocol"`. */
function literalOf(text: string): string {
  return /= (.+);$/.exec(text)?.[1] ?? "";
}

function docOf(docs: readonly JSDoc[]): string {
  return docs
    .map((doc) => doc.getDescription().trim())
    .join(" ")
    .replace(/\s*\n\s*/g, " ");
}

/** The members of a union of string literals, with their comments, in order. */
export function unionMembers(
  repository: string,
  file: string,
  first: string,
): ReadonlyMap<string, string> {
  const text = readFileSync(path.join(repository, file), "utf8");
  const [, rest = ""] = text.split(first);
  const [union = ""] = rest.split(";");
  return new Map(
    [...union.matchAll(/\/\*\* (.+?) \*\/\s*\| "([\w-]+)"/gs)].map(
      ([, doc = "", name = ""]) => [name, doc.replace(/\s*\n\s*\*?\s*/g, " ")],
    ),
  );
}
