import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { freePorts } from "../../../support/free-ports.ts";
import { listening } from "./ports.ts";
import { readPage } from "../../../readme/blocks.ts";
import {
  caddySite,
  deploymentPage,
  nginxSite,
  type Tls,
} from "./proxy-config.ts";

/** A proxy before the processes of a cluster. */
export interface Proxy {
  readonly port: number;
  readonly pid: number | undefined;
  /** Ends it, and waits until it is gone. */
  close(): Promise<void>;
}

/**
 * Starts a proxy before these ports; what it writes goes to a folder of its own. `page`
 * is the text that its configuration is in: by default, that of the page on deployment.
 */
export type StartProxy = (
  targets: readonly number[],
  folder: string,
  page?: string,
  /** With TLS, and HTTP/2 where a client wants it. */
  tls?: Tls,
) => Promise<Proxy>;

// Not every user's path has the folder of servers.
const env = { ...process.env, PATH: `${process.env["PATH"]}:/usr/sbin:/sbin` };

/** Whether a program is installed here. */
export function isInstalled(program: "nginx" | "caddy"): boolean {
  const asked = program === "nginx" ? "-v" : "version";
  return spawnSync(program, [asked], { env }).status === 0;
}

/** nginx, round-robin, as the page on deployment has it. */
export const startNginx: StartProxy = async (
  targets,
  folder,
  page = readPage(deploymentPage),
  tls,
) => {
  const [port = 0] = await freePorts(1);
  const place = join(folder, "nginx");
  mkdirSync(place, { recursive: true });
  writeFileSync(
    join(place, "mcp.conf"),
    nginxSite(page, { port, targets, tls }),
  );
  const file = join(place, "nginx.conf");
  writeFileSync(file, nginxMain(place));
  const child = run("nginx", ["-c", file, "-p", place, "-e", "error.log"]);
  return proxyOf("nginx", child, port);
};

/** Caddy, round-robin, as the page on deployment has it. */
export const startCaddy: StartProxy = async (
  targets,
  folder,
  page = readPage(deploymentPage),
  tls,
) => {
  const [port = 0] = await freePorts(1);
  const place = join(folder, "caddy");
  mkdirSync(place, { recursive: true });
  const file = join(place, "Caddyfile");
  // Nobody is to tell it anything meanwhile.
  const mode = tls ? "disable_redirects" : "off";
  const own = `{\n  admin off\n  auto_https ${mode}\n}\n\n`;
  writeFileSync(file, own + caddySite(page, { port, targets, tls }));
  const args = ["run", "--config", file, "--adapter", "caddyfile"];
  // What it keeps is not for this user's home.
  const child = run("caddy", args, {
    XDG_DATA_HOME: place,
    XDG_CONFIG_HOME: place,
  });
  return proxyOf("caddy", child, port);
};

/** What a system has in its own `nginx.conf`, within one folder. */
function nginxMain(place: string): string {
  const kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  return [
    "daemon off;",
    "worker_processes 1;",
    // Its folder is this user's alone.
    ...(process.getuid?.() === 0 ? [`user ${userInfo().username};`] : []),
    `pid ${place}/nginx.pid;`,
    "events { worker_connections 8192; }",
    "http {",
    "access_log off;",
    ...kinds.map((kind) => `${kind}_temp_path ${place}/${kind};`),
    `include ${place}/mcp.conf;`,
    "}",
    "",
  ].join("\n");
}

function run(program: string, args: string[], more: object = {}): ChildProcess {
  return spawn(program, args, {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...env, ...more },
  });
}

async function proxyOf(
  name: string,
  child: ChildProcess,
  port: number,
): Promise<Proxy> {
  let told = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    told = (told + text).slice(-2_000);
  });
  const exit = once(child, "exit");
  const ended = exit.then(() => {
    throw new Error(`${name} has ended: ${told}`);
  });
  ended.catch(() => {});
  await Promise.race([listening(port, name), ended]);
  return {
    port,
    pid: child.pid,
    async close() {
      // At once: streams that are open would be waited for.
      child.kill(name === "nginx" ? "SIGTERM" : "SIGKILL");
      await exit;
    },
  };
}
