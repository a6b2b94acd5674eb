import { basename, resolve } from "node:path";
import type { EmitOptions } from "../../emit/index.ts";
import { wholeEntry } from "../../emit/runtime-specifier.ts";
import type { Emission } from "./emission.ts";

interface Beginning {
  readonly name: string;
  /** The entries of the runtime that carry it, and where, if that is not stdio. */
  readonly carried: readonly {
    readonly entry: string;
    readonly transport: string;
    readonly where?: string;
  }[];
}

/** What a program begins with, and what carries it. */
const beginnings: readonly Beginning[] = [
  {
    name: "createServer",
    carried: [
      { entry: "serve-stdio", transport: "serveStdio" },
      { entry: "http-node", transport: "listen", where: "HTTP in Node" },
      {
        entry: "http",
        transport: "createHttpHandler",
        where: "HTTP in workers, Deno, Bun",
      },
    ],
  },
  {
    name: "createClient",
    carried: [
      { entry: "spawn-stdio", transport: "spawnStdio" },
      { entry: "http-client", transport: "httpTransport", where: "HTTP" },
    ],
  },
  { name: "tool", carried: [] },
];

/** The first imports of a program beside the output folder, one statement each, of what was emitted. */
export function importLines(
  { files, entries, options, report }: Emission,
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
    const carried = found.flatMap((one) => one.carried);
    const transports = carried.flatMap(({ entry, transport, where }) => {
      const from = entryOf(entry, options, at);
      if (from === undefined) return [];
      const note = where === undefined ? "" : ` // ${where}`;
      return statement(`{ ${transport} }`, from) + note;
    });
    const extensions = entries.map(({ value, path }) =>
      statement(`{ ${value} }`, at(path)),
    );
    return [
      statement(`{ ${names} }`, at("index")),
      ...extensions,
      ...transports,
    ];
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

/** Returns the module of an entry of the runtime; undefined if the runtime is not ours. */
function entryOf(
  name: string,
  { runtime }: EmitOptions,
  at: (path: string) => string,
): string | undefined {
  if (runtime === "copy") return at(`runtime/${name}`);
  const whole = wholeEntry(runtime);
  return whole === undefined ? undefined : `${whole}/${name}`;
}
