import { fileURLToPath } from "node:url";
import type { Plugin } from "vitest/config";

/** A function of the runtime that is wrapped, and what wraps it. */
interface Hook {
  readonly name: string;
  /** A module of this folder, and an expression over its exports. */
  readonly from: string;
  readonly imports: string;
  readonly wrap: string;
}

const hooks: readonly Hook[] = [
  {
    name: "buildServer",
    from: "hook.ts",
    imports: "recordingEnd",
    wrap: 'recordingEnd("server", buildServer)',
  },
  {
    name: "buildClient",
    from: "hook.ts",
    imports: "recordingEnd",
    wrap: 'recordingEnd("client", buildClient)',
  },
  {
    name: "replyError",
    from: "replies.ts",
    imports: "recordingReplies",
    wrap: "recordingReplies(replyError)",
  },
];

/**
 * Wraps the functions of the runtime that make servers and clients, and the one
 * that refuses HTTP requests, as their modules are loaded by tests. They are
 * found by their names: a module may move, and a copy of the runtime has them too.
 * The runtime knows nothing of this.
 */
export function wireCheck(): Plugin {
  return {
    name: "wire-check",
    enforce: "pre",
    transform(code, id) {
      if (!/\/runtime\/.*\.ts$/.test(id)) return undefined;
      const found = hooks.filter(({ name }) =>
        new RegExp(`^export function ${name}\\b`, "m").test(code),
      );
      if (found.length === 0) return undefined;
      // Behind the code: its lines stay where they are.
      return { code: [code, ...found.map(wrapping)].join("\n"), map: null };
    },
  };
}

/** Code that gives the module's export another value: what is declared as a function can be assigned to. */
function wrapping({ name, from, imports, wrap }: Hook): string {
  const module = fileURLToPath(new URL(from, import.meta.url));
  const local = `${imports}_${name}`;
  return [
    `import { ${imports} as ${local} } from ${JSON.stringify(module)};`,
    `${name} = ${wrap.replace(imports, local)};`,
  ].join("\n");
}
