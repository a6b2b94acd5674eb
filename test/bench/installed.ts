import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { installPackage } from "../support/installed.ts";
import type { Folders } from "./main.ts";
import { revisions } from "./programs.ts";
import type { Entry } from "./rounds.ts";

/** A program that is started as it lies in a project. */
export interface InstalledServer extends Entry {
  readonly file: string;
}

const aim = 1.25;

/**
 * A project that has installed the package, with a server for each way to have the
 * stubs: most servers are started so, and every module is found and read by itself.
 */
export function installedServers({
  repository,
  folder,
}: Folders): InstalledServer[] {
  const project = path.join(folder, "installed");
  rmSync(project, { recursive: true, force: true });
  mkdirSync(project, { recursive: true });
  const others = ["zod", "@modelcontextprotocol/server"];
  installPackage({ repository, folder: project, others });
  const light = "@mcp-gen/runtime";
  installPackage({ repository, folder: project, name: light });
  const generate = (out: string, ...options: readonly string[]): void => {
    const cli = path.join(project, "node_modules/mcp-gen/dist/cli.js");
    const args = [cli, "generate", ...revisions, "--target", "js"];
    execFileSync(process.execPath, [...args, "--out", out, ...options], {
      cwd: project,
      stdio: "ignore",
    });
  };
  generate("on-package", "--runtime", "mcp-gen/runtime");
  generate("copied", "--runtime", "copy");
  const stdio = "mcp-gen/runtime/serve-stdio";
  // It has no types of its own, and so is JavaScript as well.
  const sdk = path.join(repository, "test/bench/programs/sdk-v2-server.ts");
  const servers = [
    { name: "all", code: handlersOn("mcp-gen/runtime", stdio), aim },
    {
      name: "light, all",
      code: handlersOn(light, `${light}/serve-stdio`),
      aim,
    },
    { name: "all, zod", code: zodOn("mcp-gen/runtime", stdio) },
    {
      name: "generated on its runtime",
      code: handlersOn("./on-package/index.js", stdio),
      aim,
    },
    {
      name: "generated with a copy",
      code: handlersOn("./copied/index.js", "./copied/runtime/serve-stdio.js"),
    },
    { name: "SDK v2, zod", code: readFileSync(sdk, "utf8") },
  ];
  return servers.map(({ name, code, ...entry }, index) => {
    const file = path.join(project, `server-${index}.mjs`);
    writeFileSync(file, code);
    return { ...entry, name: `installed: ${name}`, file };
  });
}

function handlersOn(stubs: string, stdio: string): string {
  return `import { createServer } from "${stubs}";
import { serveStdio } from "${stdio}";

await serveStdio(
  createServer({
    info: { name: "echo", version: "1.0.0" },
    handlers: {
      callTool: ({ arguments: { text } }) => ({
        content: [{ type: "text", text }],
      }),
    },
  }),
);
`;
}

function zodOn(stubs: string, stdio: string): string {
  return `import { createServer, tool } from "${stubs}";
import { serveStdio } from "${stdio}";
import { z } from "zod";

const input = z.object({ text: z.string() });
const echo = tool("echo", { input }, ({ text }) => text);
await serveStdio(
  createServer({ info: { name: "echo", version: "1.0.0" }, features: [echo] }),
);
`;
}
