import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

/** A small program for the compiler to check. */
export interface CheckedProgram {
  readonly repository: string;
  /** Where it may lie; imports of packages find node_modules from there. */
  readonly folder: string;
  readonly name: string;
  readonly code: string;
  /** The compiler's package in node_modules. */
  readonly compiler: string;
}

/**
 * How many types the compiler makes of generic ones to check a program, as
 * `--extendedDiagnostics` tells. Throws when the program has a type error.
 */
export function countInstantiations(program: CheckedProgram): number {
  const { repository, folder, name, code, compiler } = program;
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, `${name}.mts`), code);
  const project = path.join(folder, `tsconfig.${name}.json`);
  writeFileSync(
    project,
    JSON.stringify(configuration(`${name}.mts`, repository)),
  );
  const tsc = path.join(repository, "node_modules", compiler, "bin/tsc");
  const args = [tsc, "-p", project, "--extendedDiagnostics"];
  const { status, stdout } = spawnSync(process.execPath, args, {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${name} does not compile:\n${stdout}`);
  const line = stdout
    .split("\n")
    .find((one) => one.startsWith("Instantiations:"));
  if (line === undefined)
    throw new Error(`${compiler} tells no instantiations`);
  return Number(line.split(":")[1]);
}

function configuration(file: string, repository: string): object {
  return {
    compilerOptions: {
      target: "ES2023",
      module: "NodeNext",
      strict: true,
      skipLibCheck: true,
      noEmit: true,
      types: ["node"],
      typeRoots: [path.join(repository, "node_modules/@types")],
    },
    files: [file],
  };
}

/** A server with one tool on plain handlers. `stubs` is what it imports them from. */
export function handlersProgram(
  stubs: string,
  runtime = `${stubs}/runtime`,
): string {
  return `import { createServer } from "${stubs}/index.js";
import { serveStdio } from "${runtime}/serve-stdio.js";

await serveStdio(
  createServer({
    info: { name: "echo", version: "1.0.0" },
    handlers: {
      listTools: () => ({
        tools: [{ name: "echo", inputSchema: { type: "object" } }],
      }),
      callTool: ({ arguments: args }) => ({
        content: [{ type: "text", text: String(args?.["text"]) }],
      }),
    },
  }),
);
`;
}

/** The same as a tool of the registry, whose schema is a plain JSON Schema. */
export function toolProgram(
  stubs: string,
  runtime = `${stubs}/runtime`,
): string {
  return `import { createServer, jsonSchema, text, tool } from "${stubs}/index.js";
import { serveStdio } from "${runtime}/serve-stdio.js";

const input = jsonSchema<{ text: string }>(
  { type: "object", properties: { text: { type: "string" } } },
  { compile: () => () => undefined },
);
const echo = tool("echo", { input }, (args) => text(args.text));
await serveStdio(
  createServer({
    info: { name: "echo", version: "1.0.0" },
    features: [echo],
  }),
);
`;
}

/** The same with a schema of zod, which brings types of its own. */
export function zodProgram(stubs: string): string {
  return `import { createServer, text, tool } from "${stubs}/index.js";
import { serveStdio } from "${stubs}/runtime/serve-stdio.js";
import * as z from "zod";

const input = z.object({ text: z.string() });
const echo = tool("echo", { input }, (args) => text(args.text));
await serveStdio(
  createServer({
    info: { name: "echo", version: "1.0.0" },
    features: [echo],
  }),
);
`;
}
