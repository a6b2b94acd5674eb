import type { CompilerOptions } from "./tsconfig.ts";

/** What a TypeScript compiler makes of its options, as far as generated code is concerned. */
export interface Compiler {
  /** Whether it knows the library of ES2022. */
  readonly isModern: boolean;
  /** Whether it knows what browsers and workers have, such as `fetch`. */
  readonly hasWeb: boolean;
  /** Whether it checks the declarations of packages too. */
  readonly checksPackages: boolean;
  /** Whether it looks at @types/node where that is installed. */
  readonly seesNode: boolean;
  /** How it finds a package's entries: `none` is a way that does not read `exports`. */
  readonly resolution: "bundler" | "node" | "none";
  /** Whether CommonJS may import modules. */
  readonly requiresModules: boolean;
  readonly esModuleInterop: boolean;
}

/** `version` is that of TypeScript, where it is known: defaults have changed with 6.0. */
export function readCompiler(
  options: CompilerOptions,
  version: string | undefined,
): Compiler {
  const [major = 5, minor = 9] =
    (version ?? "").match(/\d+/g)?.map(Number) ?? [];
  const isNew = major >= 6;
  const module = textOf(options["module"]);
  const resolution = resolutionOf(options, module, isNew);
  const libs = Array.isArray(options["lib"])
    ? options["lib"].map(textOf)
    : undefined;
  const types = options["types"];
  return {
    isModern:
      libs?.some(isModern) ?? isModern(targetOf(options, module, isNew)),
    hasWeb:
      (libs?.some(isOfWeb) ?? true) ||
      (Array.isArray(types) && types.some((name) => isOfWorkers(textOf(name)))),
    checksPackages: options["skipLibCheck"] !== true,
    seesNode: Array.isArray(types)
      ? types.some((name) => ["node", "bun", "*"].includes(textOf(name)))
      : !isNew,
    resolution,
    requiresModules:
      module === "node20" ||
      (module === "nodenext" && (major > 5 || minor >= 8)),
    esModuleInterop:
      options["esModuleInterop"] === true || isNew || resolution === "node",
  };
}

/** The libraries of the compiler that have what the web has; Deno's names its own. */
function isOfWeb(lib: string): boolean {
  return /^(dom|webworker|deno\.(ns|window|worker))$/.test(lib);
}

/** Types that declare it; a file, such as `wrangler types` writes, is taken for one. */
function isOfWorkers(name: string): boolean {
  return /^(\.|@cloudflare\/workers-types(\/|$)|@types\/deno$|deno$)/.test(
    name,
  );
}

function resolutionOf(
  options: CompilerOptions,
  module: string,
  isNew: boolean,
): Compiler["resolution"] {
  const said = textOf(options["moduleResolution"]);
  if (said === "bundler" || (said === "" && module === "preserve"))
    return "bundler";
  if (/^node(next|16)$/.test(said)) return "node";
  if (said !== "") return "none";
  if (module.startsWith("node")) return "node";
  return isNew && module !== "amd" ? "bundler" : "none";
}

function targetOf(
  options: CompilerOptions,
  module: string,
  isNew: boolean,
): string {
  const said = textOf(options["target"]);
  if (said !== "") return said;
  return isNew || module.startsWith("node") ? "es2022" : "es5";
}

function isModern(name: string): boolean {
  const [, year = ""] = /^es(\d{4}|next)$/.exec(name) ?? [];
  return year === "next" || Number(year) >= 2022;
}

/** The compiler does not care for case. */
function textOf(value: unknown): string {
  return typeof value === "string" ? value.toLowerCase() : "";
}
