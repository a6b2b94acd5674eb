import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mcpGen, type Outcome } from "../../cli/command-line.ts";
import { createProject, type Project } from "../../package/installed.ts";
import { compile, runNode } from "../../support/typescript.ts";
import { listedServers } from "../wild/servers.ts";
import { findServer, type PublishedServer, type ToolCall } from "./servers.ts";

/** What else is called, because nothing but this machine answers it. */
const more: Readonly<Record<string, readonly ToolCall[]>> = {
  "@modelcontextprotocol/server-postgres": [
    { name: "query", arguments: { sql: "select 1" } },
  ],
  "@playwright/mcp": [{ name: "browser_close" }],
  "chrome-devtools-mcp": [{ name: "list_pages" }],
  "@cyanheads/git-mcp-server": [
    { name: "git_init", arguments: { path: "repository" } },
  ],
  "mcp-server-kubernetes": [
    { name: "ping" },
    { name: "kubectl_context", arguments: { operation: "list" } },
  ],
  xcodebuildmcp: [{ name: "session_show_defaults" }],
};

function callsOf(server: PublishedServer, place: string): readonly ToolCall[] {
  return server.calls?.(place) ?? more[server.name] ?? [];
}

/** Those that are there: npm run test:published installs them. */
const found = listedServers.flatMap((server) => {
  const installed = findServer(server.name);
  return installed ? [{ server, program: installed.program }] : [];
});

describe.skipIf(found.length === 0)(
  "typed clients of published servers",
  () => {
    let project: Project;

    beforeAll(async () => {
      project = createProject();
      // A project's own.
      writeFileSync(
        path.join(project.folder, "package.json"),
        JSON.stringify({ type: "module" }),
      );
    });
    afterAll(() => rmSync(project.folder, { recursive: true, force: true }));

    /** A folder of the project for a server, which is its home as well. */
    const placeOf = ({ name }: PublishedServer): string =>
      path.join(project.folder, name.replaceAll(/[^\w]+/g, "_"));

    const start = (server: PublishedServer, program: string) => {
      const place = placeOf(server);
      return {
        command: process.execPath,
        args: [program, ...(server.args?.(place) ?? [])],
        env: { HOME: place, USERPROFILE: place, ...server.env?.(place) },
        cwd: place,
      };
    };

    /** Runs `mcp-gen client` on a server. */
    function client(
      server: PublishedServer,
      program: string,
      options: readonly string[],
    ): Promise<Outcome> {
      const { command, args, env } = start(server, program);
      const variables = Object.entries(env).flatMap(([name, value]) => [
        "-e",
        `${name}=${value}`,
      ]);
      return mcpGen(
        ["client", ...options, "--quiet", ...variables, "--", command, ...args],
        { cwd: placeOf(server), env: { PATH: process.env["PATH"] ?? "" } },
      );
    }

    test.each(found)(
      "$server.name: is generated, and has not drifted",
      async ({ server, program }) => {
        mkdirSync(placeOf(server));
        const out = ["--out", "client", "--name", "published"];
        const made = await client(server, program, [
          ...out,
          "--runtime",
          "mcp-gen",
        ]);
        expect(made, made.stderr).toMatchObject({ code: 0 });
        writeFileSync(
          path.join(placeOf(server), "calls.ts"),
          programOf(server, start(server, program)),
        );
        const cwd = placeOf(server);
        const kept = await mcpGen(["client", "--check", "--out", "client"], {
          cwd,
        });
        expect(kept, kept.stdout).toMatchObject({ code: 0 });
        const live = await client(server, program, [
          "--check",
          "--out",
          "client",
        ]);
        expect(live, live.stdout + live.stderr).toMatchObject({ code: 0 });
      },
    );

    test("they compile under all strict flags, with calls of their tools", async () => {
      expect(await compile(project.folder)).toEqual([]);
    });

    test.each(found.filter(({ server }) => callsOf(server, "").length > 0))(
      "$server.name: answers typed calls",
      async ({ server }) => {
        const place = placeOf(server);
        await build({
          ...{ entryPoints: [path.join(place, "calls.ts")], bundle: true },
          ...{ outfile: path.join(place, "calls.js"), format: "esm" },
          ...{ platform: "node", packages: "external", logLevel: "error" },
        });
        const { code, output } = await runNode(["calls.js"], place);
        expect(code, output).toBe(0);
        const lines = output
          .split("\n")
          .filter((line) => /^called /.test(line));
        const calls = callsOf(server, place);
        expect(lines.map((line) => line.split(": ")[0])).toEqual(
          calls.map(({ name }) => `called ${name}`),
        );
      },
    );
  },
);

/** A program with the calls of a server as somebody writes them: by literal names and arguments. */
function programOf(
  server: PublishedServer,
  program: { readonly cwd: string },
): string {
  const calls = callsOf(server, program.cwd).map(
    ({ name, arguments: given }) => {
      const args = given === undefined ? "" : JSON.stringify(given);
      return `await told(${JSON.stringify(name)}, client.tools[${JSON.stringify(name)}](${args}));`;
    },
  );
  // What nobody calls is listed alone.
  if (calls.length === 0)
    return 'export { connectPublished } from "./client/index.js";\n';
  return `
import { ProtocolError, ToolError } from "mcp-gen/runtime";
import { spawnStdio } from "mcp-gen/runtime/spawn-stdio";
import { connectPublished } from "./client/index.js";

const drifts: unknown[] = [];
const client = await connectPublished(
  () => spawnStdio({ ...${JSON.stringify(program)}, stderr: "ignore" }),
  { probeTimeout: 40_000, onDrift: (drift) => drifts.push(drift) },
);

async function told(
  name: string,
  call: Promise<{ readonly structured: unknown; readonly content: readonly unknown[] }>,
): Promise<void> {
  try {
    const { structured, content } = await call;
    console.log("called " + name + ": " + typeof structured + " " + content.length);
  } catch (error) {
    const isAnswer = error instanceof ToolError || error instanceof ProtocolError;
    if (!isAnswer) throw error;
    console.log("called " + name + ": fails");
  }
}

${calls.join("\n")}
for await (const { name } of client.client.allTools())
  if (!(name in client.tools)) throw new Error("unknown: " + name);
await client.close();
if (drifts.length > 0) throw new Error("drifted: " + JSON.stringify(drifts));
`;
}
