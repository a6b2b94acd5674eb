import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Folders } from "./main.ts";
import type { Table } from "./table.ts";

/** A way from an empty folder to a tool that answers. */
interface Way {
  readonly name: string;
  /** What is typed, in order; between two of them files may be written by hand. */
  readonly steps: readonly Step[];
}

type Step =
  | { readonly kind: "command"; readonly line: string }
  | {
      readonly kind: "files";
      readonly files: Readonly<Record<string, string>>;
    };

const command = (line: string): Step => ({ kind: "command", line });

/**
 * From an empty folder and an empty cache of packages to the first answered call, with
 * the tarballs of `npm run pack`, beside a server on the official SDK that its Inspector
 * calls. It needs a network, and what it measures is mostly that: it runs only when named.
 */
export function firstCallTables({ repository }: Folders): Table[] {
  const packages = path.join(repository, "dist/packages");
  const tarball = existsSync(packages)
    ? readdirSync(packages).find((name) => /^mcp-gen-\d.*\.tgz$/.test(name))
    : undefined;
  if (tarball === undefined)
    throw new Error("There is no tarball: npm run build && npm run pack");
  const ways = [mcpGen(path.join(packages, tarball)), officialSdk];
  const walks = ways.map((way) => ({ name: way.name, ...walk(way) }));
  const titles = ["commands", "files by hand", "seconds", "megabytes"] as const;
  return titles.map((title) => ({
    title: `to the first answered call: ${title}`,
    unit: title,
    judged: "value",
    rows: walks.map((one) => ({ name: one.name, median: one[title] })),
  }));
}

function mcpGen(tarball: string): Way {
  return {
    name: "mcp-gen",
    steps: [
      // By a whole path npx takes it for a program.
      command(
        `npx --yes --package=${tarball} -- mcp-gen init --yes --name demo`,
      ),
      command("npm install"),
      command("npx mcp-gen call demo greet --arg name=Ada"),
    ],
  };
}

const tsconfig = {
  compilerOptions: {
    target: "ES2022",
    module: "NodeNext",
    strict: true,
    skipLibCheck: true,
    types: ["node"],
    rootDir: "src",
    outDir: "build",
  },
  include: ["src"],
};

const sdkServer = `import { McpServer } from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import * as z from "zod";

const server = new McpServer({ name: "demo", version: "1.0.0" });
server.registerTool(
  "greet",
  {
    description: "Greets someone by name",
    inputSchema: z.object({ name: z.string() }),
  },
  async ({ name }) => ({
    content: [{ type: "text", text: \`Hello, \${name}!\` }],
  }),
);
await server.connect(new StdioServerTransport());
`;

const officialSdk: Way = {
  name: "SDK v2, Inspector",
  steps: [
    command("npm init -y"),
    command("npm install @modelcontextprotocol/server zod"),
    command("npm install --save-dev typescript @types/node"),
    {
      kind: "files",
      files: {
        "package.json#type": "module",
        "tsconfig.json": JSON.stringify(tsconfig),
        "src/index.ts": sdkServer,
      },
    },
    command("npx tsc"),
    command(
      "npx --yes @modelcontextprotocol/inspector@2 --cli node build/index.js --method tools/call --tool-name greet --tool-arg name=Ada",
    ),
  ],
};

/** Takes the way once; the time of commands alone counts, and not that of typing. */
function walk({
  name,
  steps,
}: Way): Record<
  "commands" | "files by hand" | "seconds" | "megabytes",
  number
> {
  const root = mkdtempSync(path.join(tmpdir(), "first-call-"));
  const cwd = path.join(root, "project");
  mkdirSync(cwd);
  // As on a machine that has seen none of these packages.
  const env = { ...process.env, npm_config_cache: path.join(root, "cache") };
  let milliseconds = 0;
  let output = "";
  for (const step of steps) {
    if (step.kind === "files") {
      for (const [file, text] of Object.entries(step.files))
        write(cwd, file, text);
      continue;
    }
    const start = performance.now();
    const run = spawnSync(step.line, {
      cwd,
      env,
      shell: true,
      encoding: "utf8",
    });
    milliseconds += performance.now() - start;
    output = run.stdout;
    if (run.status !== 0)
      throw new Error(
        `${name}: ${step.line} failed\n${run.stdout}${run.stderr}`,
      );
  }
  if (!output.includes("Hello, Ada!"))
    throw new Error(`${name}: the call answered ${output}`);
  const used = spawnSync("du", ["-sm", cwd], { encoding: "utf8" }).stdout;
  rmSync(root, { recursive: true, force: true });
  return {
    commands: steps.filter(({ kind }) => kind === "command").length,
    "files by hand": steps.flatMap((step) =>
      step.kind === "files" ? Object.keys(step.files) : [],
    ).length,
    seconds: milliseconds / 1000,
    megabytes: Number.parseInt(used),
  };
}

/** Writes a file, or with `#` a field of the manifest, as a person would. */
function write(cwd: string, file: string, text: string): void {
  const [name = "", field] = file.split("#");
  if (field !== undefined) {
    const line = `npm pkg set ${field}=${text}`;
    spawnSync(line, { cwd, shell: true });
    return;
  }
  mkdirSync(path.dirname(path.join(cwd, name)), { recursive: true });
  writeFileSync(path.join(cwd, name), text);
}
