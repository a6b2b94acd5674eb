import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Folders } from "./main.ts";
import { bundleProgram, generateStubs } from "./programs.ts";

/** The programs that are run, each one file that Node can start. */
const names = [
  "bare-client",
  "bare-server",
  "bare-signal-server",
  "bare-stateless-server",
  "bare-web-face",
  "client",
  "driver",
  "handlers-server",
  "http-bare-client",
  "http-bare-server",
  "http-client",
  "http-handlers-server",
  "http-protected-server",
  "http-sdk-v2-client",
  "http-sdk-v2-server",
  "http-tasks-server",
  "http-tool-server",
  "http-zod-server",
  "sdk-v1-client",
  "sdk-v1-server",
  "sdk-v2-client",
  "sdk-v2-server",
  "sdk-v2-web-face",
  "signal-server",
  "tool-server",
  "web-face",
  "zod-server",
] as const;

export type ProgramName = (typeof names)[number];

/** Everything that the rows on running programs need. */
export interface Programs {
  /** The generated stubs that they were bundled with. */
  readonly stubs: string;
  file(name: ProgramName): string;
}

let written: Promise<Programs> | undefined;

/** Bundles the programs, once for all rows. */
export function writePrograms(folders: Folders): Promise<Programs> {
  written ??= write(folders);
  return written;
}

async function write(folders: Folders): Promise<Programs> {
  const stubs = generateStubs(folders);
  const place = path.join(folders.folder, "programs");
  const file = (name: string): string => path.join(place, `${name}.mjs`);
  mkdirSync(place, { recursive: true });
  for (const name of names) {
    const { repository } = folders;
    const { code } = await bundleProgram({ repository, name, stubs });
    writeFileSync(file(name), code);
  }
  return { stubs, file };
}
