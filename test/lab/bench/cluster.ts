import { mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { deploymentPage } from "../../runtime/sessions/support/proxy-config.ts";
import {
  isInstalled,
  startNginx,
  type Proxy,
} from "../../runtime/sessions/support/proxies.ts";
import {
  redisMissing,
  startRedis,
} from "../../runtime/sessions/support/redis.ts";
import { commandTable } from "./cluster/commands.ts";
import { latencyTable } from "./cluster/latency.ts";
import { processorTable } from "./cluster/processor.ts";
import { startServer, type ServerProcess } from "./http-server-process.ts";
import { installPrograms } from "./installed-programs.ts";
import type { Folders } from "./main.ts";
import type { Table } from "./table.ts";

/** How many processes there are. */
const processes = 4;

/** What several processes cost, beside one. */
export async function clusterTables(folders: Folders): Promise<Table[]> {
  if (redisMissing !== undefined || !isInstalled("nginx")) {
    console.error("not run: several processes, without redis-server and nginx");
    return [];
  }
  const programs = await installPrograms(folders);
  const file = programs.file("http-cluster-server");
  const redis = await startRedis();
  const servers: ServerProcess[] = [];
  const proxies: Proxy[] = [];
  const start = async (...args: readonly string[]): Promise<ServerProcess> => {
    const server = await startServer("http-cluster-server", {
      command: process.execPath,
      args: ["--expose-gc", file, "{}", ...args],
    });
    servers.push(server);
    return server;
  };
  try {
    const alone = await start();
    const several: ServerProcess[] = [];
    while (several.length < processes) several.push(await start(redis.url));
    const page = path.join(folders.repository, deploymentPage);
    const text = readFileSync(page, "utf8");
    for (const behind of [several, [alone]]) {
      const place = path.join(folders.folder, `cluster-${proxies.length}`);
      mkdirSync(place, { recursive: true });
      const ports = behind.map(({ port }) => port);
      proxies.push(await startNginx(ports, place, text));
    }
    const [port = 0, portOfOne = 0] = proxies.map((proxy) => proxy.port);
    const stage = { alone, several, port, portOfOne, redis };
    return [
      await processorTable(stage, "stateless"),
      await processorTable(stage, "handshake"),
      await latencyTable(stage),
      await commandTable(stage),
    ];
  } finally {
    for (const proxy of proxies) await proxy.close();
    for (const server of servers) await server.end();
    await redis.remove();
  }
}
