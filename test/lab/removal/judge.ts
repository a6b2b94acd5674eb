import {
  generate,
  InputError,
  type Diagnostic,
  type GenerateOptions,
} from "../../../src/index.ts";
import type { EmittedFile } from "../../../src/emit/index.ts";
import { compile, lastingFolderOf } from "../../support/typescript.ts";
import { rmSync } from "node:fs";

/** What a schema is generated as, and with what. */
export interface Setting {
  readonly revision: string;
  /** Bundled revisions that are generated with it. */
  readonly beside?: readonly string[];
  readonly extensions?: readonly string[];
}

/** What became of a schema: its files, or why there are none. */
export interface Outcome {
  readonly files: readonly EmittedFile[];
  readonly diagnostics: readonly Diagnostic[];
  readonly isRefused: boolean;
}

/** Where the runtime is, for the files of all variants. */
const runtime = "#runtime";

/** Generates a schema in memory. Whatever is no diagnostic is thrown. */
export async function generated(
  text: string,
  { revision, beside = [], extensions = [] }: Setting,
  options: Partial<GenerateOptions> = {},
): Promise<Outcome> {
  try {
    const { files, diagnostics } = await generate({
      schemas: [{ revision, text }],
      revisions: beside,
      extensions: extensions.map((extension) => ({ extension })),
      runtime,
      emit: ["guards", "dispatch", "server", "client", "registry"],
      docs: false,
      ...options,
    });
    return {
      files: files.flatMap(({ path, text: content = "" }) =>
        path.endsWith(".ts") ? [{ path, text: content }] : [],
      ),
      diagnostics,
      isRefused: false,
    };
  } catch (error) {
    if (!(error instanceof InputError) || error.diagnostics.length === 0)
      throw error;
    return { files: [], diagnostics: error.diagnostics, isRefused: true };
  }
}

let runtimeFiles: Promise<readonly EmittedFile[]> | undefined;

/** The runtime, with all that an extension may need of it: emitted once for all batches. */
export function runtimeFolder(): Promise<readonly EmittedFile[]> {
  return (runtimeFiles ??= emitRuntime());
}

async function emitRuntime(): Promise<readonly EmittedFile[]> {
  const { files } = await generate({
    revisions: ["2026-07-28"],
    extensions: [{ extension: "tasks" }],
    runtime: "copy",
    emit: ["server", "client"],
  });
  return files.flatMap(({ path, text = "" }) =>
    path.startsWith("runtime/") && path.endsWith(".ts") ? [{ path, text }] : [],
  );
}

/** What makes the runtime's name that of its folder. */
export const packageFile: EmittedFile = {
  path: "package.json",
  text: JSON.stringify({
    type: "module",
    imports: {
      "#runtime": "./runtime/index.js",
      "#runtime/*": "./runtime/*.js",
    },
  }),
};

/** The compiler's complaints by variant, of many at once: each has a folder of its own. */
export async function complaints(
  outcomes: readonly Outcome[],
): Promise<readonly (readonly string[])[]> {
  const folder = lastingFolderOf([
    ...(await runtimeFolder()),
    ...outcomes.flatMap(({ files }, index) =>
      files.map(({ path, text }) => ({ path: `v${index}/${path}`, text })),
    ),
    packageFile,
  ]);
  try {
    const lines = await compile(folder, {
      emitDeclarationOnly: false,
      noEmit: true,
      allowImportingTsExtensions: true,
    });
    const told = outcomes.map((): string[] => []);
    for (const line of lines) {
      if (/^\s/.test(line)) continue;
      const place = Number(/^v(\d+)\//.exec(line)?.[1] ?? Number.NaN);
      const list = told[place];
      if (list === undefined) throw new Error(`of no variant: ${line}`);
      list.push(line);
    }
    return told;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
