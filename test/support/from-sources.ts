import { join } from "node:path";
import type { Plugin } from "esbuild";

const root = join(import.meta.dirname, "../..");

/**
 * For programs as users write them: the light package is the sources that it is built
 * of, and what `mcp-gen` has generated in `mcp` beside them is what is generated here.
 */
export const fromSources: Plugin = {
  name: "from-sources",
  setup({ onResolve }) {
    onResolve({ filter: /^@mcp-gen\/runtime(\/|$)/ }, ({ path }) => ({
      path: join(root, sourceOf(path.split("/").slice(2).join("/"))),
    }));
    onResolve({ filter: /^\.\/mcp\// }, ({ path }) => ({
      path: join(root, "generated", path.slice(6).replace(/js$/, "ts")),
    }));
  },
};

/** The source of an entry of the light package. */
function sourceOf(entry: string): string {
  if (entry === "") return "generated/index.ts";
  if (entry === "tasks") return "generated/extensions/tasks.ts";
  if (entry === "core") return "src/runtime/index.ts";
  if (entry === "auth") return "src/runtime/auth/index.ts";
  return /^\d/.test(entry)
    ? `generated/${entry}/index.ts`
    : `src/runtime/${entry}.ts`;
}
