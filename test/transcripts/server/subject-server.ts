import { createServer, tool, type Server } from "../subject.ts";
import { answeringTools, askingTools, prompts, resources } from "./features.ts";

/**
 * A server that shows all that a server can do. What happens on its own account
 * elsewhere, such as a change, happens here when a tool is called.
 */
export function createSubjectServer(): Server {
  let release: () => void = () => {};
  const grown = tool("grown", {}, () => "grown");
  const server: Server = createServer({
    info: { name: "subject", title: "Subject", version: "1.2.3" },
    instructions: "Call say.",
    capabilities: {
      logging: {},
      tools: { listChanged: true },
      resources: { listChanged: true, subscribe: true },
      prompts: { listChanged: true },
    },
    pageSize: 8,
    onError() {},
    features: [
      ...answeringTools,
      ...askingTools,
      ...resources,
      ...prompts,
      tool("grow", {}, () => {
        server.add(grown);
        return "grown by one";
      }),
      tool("shrink", {}, () => `removed: ${server.remove(grown)}`),
      tool("poll", {}, async (_, context) => {
        const released = new Promise<void>((resolve) => (release = resolve));
        context.closeStream(5);
        await released;
        return "polled";
      }),
      tool("release", {}, () => {
        release();
        return "released";
      }),
      tool("touch", {}, () => {
        server.notify.resourceUpdated({ uri: "note://one" });
        server.notify.resourceListChanged();
        server.notify.promptListChanged();
        return "touched";
      }),
    ],
  });
  return server;
}
