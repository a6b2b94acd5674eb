import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import type { PublishedServer } from "../published/servers.ts";
import type { WildTool } from "./wild.ts";
import { withoutProse } from "./without-prose.ts";

/**
 * What `mcp-gen call … tools/list` prints of a server, without prose. The server is
 * started as its users do it, in a temporary folder that is its home as well.
 */
export async function listTools(
  server: PublishedServer,
  program: string,
  cli: string,
): Promise<WildTool[]> {
  const place = realpathSync(mkdtempSync(path.join(tmpdir(), "wild-")));
  const home = path.join(place, "home");
  mkdirSync(home);
  const env = { HOME: home, USERPROFILE: home, ...server.env?.(place) };
  const call = [
    ...["call", "tools/list", "--format", "json", "--quiet", "--cwd", place],
    ...Object.entries(env).flatMap(([name, value]) => [
      "-e",
      `${name}=${value}`,
    ]),
    ...["--", process.execPath, program, ...(server.args?.(place) ?? [])],
  ];
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [cli, ...call],
      { cwd: place, maxBuffer: 16 * 1024 * 1024, timeout: 50_000 },
    );
    // The command checked it.
    const { tools } = JSON.parse(stdout) as { readonly tools: WildTool[] };
    return tools.map(toWild);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

function toWild({ name, inputSchema, outputSchema }: WildTool): WildTool {
  const tool = { name, inputSchema: withoutProse(inputSchema) as object };
  if (outputSchema === undefined) return tool;
  return { ...tool, outputSchema: withoutProse(outputSchema) as object };
}
