// The same without Redis: several "processes" in this program, as tests want them.
import { createServer } from "node:http";
import { createCluster, memoryCluster } from "@mcp-gen/runtime/cluster";
import { createNodeHandler } from "@mcp-gen/runtime/http-node";
import { memoryTaskStore } from "@mcp-gen/runtime/tasks";
import type { Processes } from "./balancer.js";
import { createShop } from "./server.js";

export function startInMemory(ports: readonly number[]): Processes {
  const memory = memoryCluster();
  const shared = {
    store: memoryTaskStore(),
    keys: [crypto.getRandomValues(new Uint8Array(32))],
  };
  const closing = ports.map((port, index) => {
    const stores = memory.process();
    let isDead = false;
    const die = () => {
      isDead = true;
      stores.kill(); // without a word
      http.close();
      http.closeAllConnections();
    };
    const server = createShop(`${index + 1}`, shared, die);
    const handle = createNodeHandler(server, {
      path: "/mcp",
      cluster: createCluster(stores),
      // The dead say nothing.
      onError: (error) => isDead || console.error(error),
    });
    const http = createServer(handle).listen(port, "127.0.0.1");
    return async () => {
      await handle.close();
      await server.tasks.close();
      http.close();
    };
  });
  return {
    close: async () => void (await Promise.all(closing.map((end) => end()))),
  };
}
