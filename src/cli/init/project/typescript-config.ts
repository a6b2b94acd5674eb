import { existsSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { ts } from "ts-morph";

/** Whether the project's own tsconfig.json compiles a module of `src`. */
export type TypeScriptConfig =
  | { kind: "none" }
  /** It compiles what is in `src` to `outDir`, which is relative to the project. */
  | {
      kind: "fits";
      outDir: string;
      /** It says which types there are, and Node's are not among them. */
      needsNodeTypes: boolean;
    }
  /** It does not: something else compiles the project, or its modules are older ones. */
  | {
      kind: "misfit";
      /** It takes in other folders than `src`, and would find no package's exports there. */
      needsExclude: boolean;
    };

/** Reads the project's tsconfig.json, what it extends included. */
export async function readTypeScriptConfig(
  folder: string,
): Promise<TypeScriptConfig> {
  const path = join(folder, "tsconfig.json");
  if (!existsSync(path)) return { kind: "none" };
  const { ts } = await import("ts-morph");
  const { config } = ts.readConfigFile(path, ts.sys.readFile) as {
    config?: Config;
  };
  if (config === undefined) return { kind: "misfit", needsExclude: false };
  const { options } = ts.parseJsonConfigFileContent(
    config,
    { ...ts.sys, readDirectory: () => [] },
    folder,
    {},
    path,
  );
  const { ModuleKind, ModuleResolutionKind } = ts;
  const module = options.module ?? ModuleKind.CommonJS;
  const isNode = module >= ModuleKind.Node16 && module <= ModuleKind.NodeNext;
  const readsExports =
    isNode ||
    module === ModuleKind.Preserve ||
    options.moduleResolution === ModuleResolutionKind.Bundler;
  const outDir =
    isNode && takesSources(config) ? outDirOf(options, folder) : undefined;
  const { types } = options;
  const needsNodeTypes = !types?.some(
    (name) => name === "node" || name === "*",
  );
  if (outDir !== undefined) return { kind: "fits", outDir, needsNodeTypes };
  return { kind: "misfit", needsExclude: !readsExports && takesAll(config) };
}

interface Config {
  files?: unknown[];
  include?: unknown;
}

/** Where modules of `src` are compiled to; undefined where that cannot be told. */
function outDirOf(
  { outDir, rootDir, noEmit, emitDeclarationOnly }: ts.CompilerOptions,
  folder: string,
): string | undefined {
  if (!outDir || !rootDir || noEmit || emitDeclarationOnly) return undefined;
  const below = relative(rootDir, join(folder, "src"));
  return below.startsWith("..")
    ? undefined
    : relative(folder, join(outDir, below)).split(sep).join("/");
}

/** Whether `include`, as it is usually written, takes in all of src. */
function takesSources(config: Config): boolean {
  const pattern = /^(\.\/)?(src\/?)?(\*\*(\/\*(\.ts|\.\*)?)?|\*)?$/;
  return (
    takesAll(config) || patternsOf(config).some((one) => pattern.test(one))
  );
}

function takesAll(config: Config): boolean {
  return config.include === undefined
    ? config.files === undefined
    : patternsOf(config).some((one) => /^(\.\/?|(\.\/)?\*)/.test(one));
}

function patternsOf({ include }: Config): string[] {
  return Array.isArray(include) ? include.map(String) : [];
}
