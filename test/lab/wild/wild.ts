import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** A tool of a published server as the server lists it, but for all that is prose. */
export interface WildTool {
  readonly name: string;
  readonly inputSchema: object;
  readonly outputSchema?: object;
}

/** A published server: the package's name and version, and what it lists. */
export interface WildServer {
  readonly name: string;
  readonly version: string;
  readonly tools: readonly WildTool[];
}

/** A schema in the wild. */
export interface WildSchema {
  /** Unique, and fit for a message: `server-memory/read_graph output`. */
  readonly name: string;
  readonly kind: "input" | "output";
  readonly schema: object;
}

export const file: string = fileURLToPath(
  new URL("tools.json", import.meta.url),
);

/** What published servers list: by name, their tools by name. */
export function wildServers(): readonly WildServer[] {
  return JSON.parse(readFileSync(file, "utf8")) as WildServer[];
}

/** The schemas of all tools of published servers, each once for each tool. */
export function wildSchemas(): readonly WildSchema[] {
  return wildServers().flatMap((server) =>
    server.tools.flatMap((tool) => schemasOf(server.name, tool)),
  );
}

function schemasOf(server: string, tool: WildTool): readonly WildSchema[] {
  const name = `${server.split("/").at(-1)}/${tool.name}`;
  const input: WildSchema = {
    name: `${name} input`,
    kind: "input",
    schema: tool.inputSchema,
  };
  if (tool.outputSchema === undefined) return [input];
  const schema = tool.outputSchema;
  return [input, { name: `${name} output`, kind: "output", schema }];
}

/** The text of the file: a line for each tool, so that a change of one shows. */
export function printWild(servers: readonly WildServer[]): string {
  const texts = byName(servers).map(({ name, version, tools }) => {
    const lines = byName(tools).map((tool) => JSON.stringify(tool));
    const head = `"name":${JSON.stringify(name)},"version":${JSON.stringify(version)}`;
    return `{${head},"tools":[\n${lines.join(",\n")}\n]}`;
  });
  return `[\n${texts.join(",\n")}\n]\n`;
}

function byName<Named extends { readonly name: string }>(
  all: readonly Named[],
): Named[] {
  return [...all].sort((one, other) => (one.name < other.name ? -1 : 1));
}
