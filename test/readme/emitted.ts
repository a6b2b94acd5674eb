import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  compileSchemas,
  generateClient,
  generateServer,
  readSnapshot,
} from "../../src/index.ts";
import { namedBlock } from "./blocks.ts";
import { writeExample } from "./write.ts";

/** A file that a command writes, and programs of pages import: `weather/index.ts`. */
export interface EmittedFile {
  readonly path: string;
  readonly text: string;
}

/** The page that describes the server of all pages. */
const describing = "docs/guides/contracts.md";

/** What the server of all pages lists, as the page that describes it shows it. */
export const weatherText = (): string => namedBlock(describing, "weather.json");

/** What `client`, `server` and `compile` write of what pages show, in the folders that pages name. */
export async function emittedFiles(): Promise<readonly EmittedFile[]> {
  const runtime = "@mcp-gen/runtime";
  const lists = JSON.parse(weatherText()) as object;
  const snapshot = readSnapshot(
    JSON.stringify({
      formatVersion: 1,
      server: { name: "weather", version: "1.0.0" },
      protocolVersion: "2026-07-28",
      resources: [],
      ...lists,
    }),
    "snapshot.json",
  );
  const client = await generateClient({ snapshot, name: "weather", runtime });
  const server = await generateServer({
    description: lists,
    name: "weather",
    runtime,
  });
  const schemas = await compileSchemas({
    schemas: namedBlock("docs/guides/compiled-schemas.md", "schemas.json"),
  });
  return [
    ...placed("weather/", client.files),
    ...placed("weather-server/", server.files),
    ...placed("", schemas.files),
  ];
}

function placed(
  folder: string,
  files: readonly { readonly path: string; readonly text?: string }[],
): EmittedFile[] {
  return files.flatMap(({ path, text }) =>
    text === undefined || !path.endsWith(".ts")
      ? []
      : [{ path: `${folder}${path}`, text }],
  );
}

/** Writes those that a page's programs import. */
export function writeEmitted(
  folder: string,
  page: string,
  files: readonly EmittedFile[],
): void {
  for (const { path, text } of files) {
    const [top = ""] = path.replace(/\.ts$/, ".js").split("/");
    if (!page.includes(`from "./${top}`)) continue;
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeExample(file, text);
  }
}
