import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import type { Lifecycle } from "./echo-messages.ts";
import type { Programs } from "./installed-programs.ts";
import { revisions } from "./programs.ts";
import type { Entry } from "./rounds.ts";

/** A server that is started from its file. */
export interface StartedServer extends Entry {
  readonly file: string;
  /** Lifecycle of its client; "handshake" if absent. */
  readonly lifecycle?: Lifecycle;
}

/** Target of servers without zod, as they are installed. */
const aim = 1.25;

/** Returns servers over stdio in the project, one for each way to have the runtime. */
export function installedServers(programs: Programs): StartedServer[] {
  const generated = generatedServers(programs.folder);
  return [
    { name: "bare", file: programs.file("bare-server") },
    {
      name: "handlers",
      file: programs.file("handlers-server"),
      readsNodeEnv: true,
      aim,
    },
    {
      name: "handlers, stateless",
      file: programs.file("handlers-server"),
      lifecycle: "stateless",
      readsNodeEnv: true,
      aim,
    },
    {
      name: "tool()",
      file: programs.file("tool-server"),
      readsNodeEnv: true,
      aim,
    },
    {
      name: "tool(), zod",
      file: programs.file("zod-server"),
      readsNodeEnv: true,
    },
    ...generated,
    { name: "SDK v1, zod", file: programs.file("sdk-v1-server") },
    { name: "SDK v2, zod", file: programs.file("sdk-v2-server") },
  ];
}

/** Writes servers on `mcp-gen` and on generated code, which the installed generator makes. */
function generatedServers(project: string): StartedServer[] {
  const generate = (out: string, runtime: string): void => {
    const cli = path.join(project, "node_modules/mcp-gen/dist/cli.js");
    const args = [cli, "generate", ...revisions, "--target", "js"];
    execFileSync(
      process.execPath,
      [...args, "--out", out, "--runtime", runtime],
      {
        cwd: project,
        stdio: "ignore",
      },
    );
  };
  const runtime = "@mcp-gen/runtime";
  generate("on-package", runtime);
  generate("copied", "copy");
  const servers = [
    {
      name: "handlers, of mcp-gen",
      code: handlersOn("mcp-gen/runtime", "mcp-gen/runtime/serve-stdio"),
      readsNodeEnv: true,
      aim,
    },
    {
      name: "handlers, generated on the package",
      code: handlersOn("./on-package/index.js", `${runtime}/serve-stdio`),
      readsNodeEnv: true,
      aim,
    },
    {
      name: "handlers, generated with a copy",
      code: handlersOn("./copied/index.js", "./copied/runtime/serve-stdio.js"),
      readsNodeEnv: true,
    },
  ];
  return servers.map(({ code, ...entry }, index) => {
    const file = path.join(project, `generated-server-${index}.mjs`);
    writeFileSync(file, code);
    return { ...entry, file };
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
