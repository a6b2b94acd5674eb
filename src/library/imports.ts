import { basename, resolve } from "node:path";
import type { EmitOptions } from "../emit/index.ts";
import type { Emission } from "./emission.ts";

/** What a program begins with, and the entry of the runtime that carries it. */
const beginnings = [
  { name: "createServer", entry: "serve-stdio", transport: "serveStdio" },
  { name: "createClient", entry: "spawn-stdio", transport: "spawnStdio" },
  { name: "tool" },
] as const;

/** The first imports of a program beside the output folder, one statement each, of what was emitted. */
export function importLines(
  { files, options, report }: Emission,
  out: string | undefined,
): string[] {
  const folder = out === undefined ? "." : `./${basename(resolve(out))}`;
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const textOf = (path: string): string | undefined =>
    texts.get(`${path}.${options.target}`);
  const at = (path: string): string => `${folder}/${path}${ending(options)}`;
  const entry = textOf("index");
  if (entry !== undefined) {
    const found = beginnings.filter(({ name }) => isNamed(name, entry));
    const names = found.map(({ name }) => name).join(", ");
    const transports = found.flatMap((one) => {
      if (!("entry" in one)) return [];
      const from = entryOf(one.entry, options, at);
      return from === undefined ? [] : statement(`{ ${one.transport} }`, from);
    });
    return [statement(`{ ${names} }`, at("index")), ...transports];
  }
  const isTypesAlone = options.emit.every((name) => name === "types");
  const what = isTypesAlone ? "type * as mcp" : "* as mcp";
  return report.revisions.flatMap((revision) => {
    const modules = ["index", "standard"].map((name) => `${revision}/${name}`);
    const module = modules.find((path) => textOf(path) !== undefined);
    if (module !== undefined) return statement(what, at(module));
    const schema = `${revision}/schema.json`;
    return texts.has(schema)
      ? `import schema from "${folder}/${schema}" with { type: "json" };`
      : [];
  });
}

function isNamed(name: string, text: string): boolean {
  return new RegExp(`^ +${name},$|[{,] ${name}[, ]`, "m").test(text);
}

function statement(what: string, from: string): string {
  return `import ${what} from ${JSON.stringify(from)};`;
}

function ending({ target, importExtension }: EmitOptions): string {
  if (importExtension === "none") return "";
  return target === "js" ? ".js" : importExtension;
}

/** Where an entry of the runtime is; undefined where the runtime is none of ours. */
function entryOf(
  name: string,
  { runtime }: EmitOptions,
  at: (path: string) => string,
): string | undefined {
  if (runtime === "copy") return at(`runtime/${name}`);
  const [, base] =
    /^(@mcp-gen\/runtime|mcp-gen\/runtime)(\/index(\.js)?)?$/.exec(runtime) ??
    [];
  return base === undefined ? undefined : `${base}/${name}`;
}
