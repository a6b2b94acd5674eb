import { statSync } from "node:fs";
import { join } from "node:path";
import { readIfThere } from "./project/manifest.ts";
import type { Project } from "./project/project.ts";

/** Where the modules of a new server stand, and how they are compiled. */
export interface Layout {
  folder: "src" | "src/mcp" | "mcp";
  /** `mts` where the project's own files are no modules. */
  extension: "ts" | "mts";
  /** The tsconfig that compiles them; undefined where it is the project's own. */
  config: string | undefined;
  /** Where they are compiled to. */
  outDir: string;
  /** The project's own tsconfig has to leave them out. */
  needsExclude: boolean;
  /** They name Node's types themselves. */
  needsNodeTypes: boolean;
}

/** What a module was named, without its extension. */
export type ModuleName =
  | "server"
  | "stdio"
  | "http"
  | "client"
  | "list-tools"
  | `${"server" | "client"}.${"test" | "node-test"}`;

/** Chooses a place where nothing is in the way, and that the project can compile. */
export function layoutOf(
  { folder, moduleKind, typescript }: Project,
  modules: readonly ModuleName[],
): Layout {
  const extension = moduleKind === "commonjs" ? "mts" : "ts";
  const isSame = (ending: string): boolean =>
    ending === extension || ending.includes("js");
  const isTaken = (place: string): boolean =>
    modules.some((name) =>
      // A module of the same name beside would be taken for it.
      ["ts", "mts", "cts", "js", "mjs", "cjs"].some((ending) => {
        const text = readIfThere(join(folder, place, `${name}.${ending}`));
        return text !== undefined && !(isSame(ending) && isOurs(text));
      }),
    );
  const apart = {
    extension,
    folder: "mcp",
    config: "mcp/tsconfig.json",
    outDir: "mcp/dist",
    needsNodeTypes: false,
  } as const;
  if (statSync(join(folder, "src"), { throwIfNoEntry: false })?.isFile())
    return { ...apart, needsExclude: false };
  switch (typescript.kind) {
    case "misfit":
      return { ...apart, needsExclude: typescript.needsExclude };
    case "none":
    case "fits": {
      const isOwn = typescript.kind === "fits";
      const outDir = isOwn ? typescript.outDir : "dist";
      const base = {
        extension,
        config: isOwn ? undefined : "tsconfig.json",
        needsExclude: false,
        needsNodeTypes: isOwn && typescript.needsNodeTypes,
      } as const;
      return isTaken("src")
        ? { ...base, folder: "src/mcp", outDir: `${outDir}/mcp` }
        : { ...base, folder: "src", outDir };
    }
    default: {
      const never: never = typescript;
      return never;
    }
  }
}

/** True if `init` could have written a file: it imports one of our packages. */
function isOurs(text: string): boolean {
  return /from "(mcp-gen|@mcp-gen\/runtime)["/]/.test(text);
}

/** The path of a module in the project, and that of what it is compiled to. */
export function sourceOf({ folder, extension }: Layout, name: string): string {
  return `${folder}/${name}.${extension}`;
}

export function builtOf({ outDir, extension }: Layout, name: string): string {
  return `${outDir}/${name}.${extension.replace("t", "j")}`;
}

/** How one module imports another. */
export function importOf({ extension }: Layout, name: string): string {
  return `./${name}.${extension.replace("t", "j")}`;
}
