import * as r2024_11_05 from "../../../generated/2024-11-05/index.ts";
import * as r2025_03_26 from "../../../generated/2025-03-26/index.ts";
import * as r2025_06_18 from "../../../generated/2025-06-18/index.ts";
import * as r2025_11_25 from "../../../generated/2025-11-25/index.ts";
import * as r2026_07_28 from "../../../generated/2026-07-28/index.ts";
import type { Server } from "../../../src/runtime/index.ts";
import { info } from "./offer.ts";

const createServers: { readonly [revision: string]: () => Server } = {
  "2024-11-05": () =>
    r2024_11_05.createServer({
      info,
      features: [r2024_11_05.tool("echo", {}, () => "echo")],
    }),
  "2025-03-26": () =>
    r2025_03_26.createServer({
      info,
      features: [r2025_03_26.tool("echo", {}, () => "echo")],
    }),
  "2025-06-18": () =>
    r2025_06_18.createServer({
      info,
      features: [r2025_06_18.tool("echo", {}, () => "echo")],
    }),
  "2025-11-25": () =>
    r2025_11_25.createServer({
      info,
      features: [r2025_11_25.tool("echo", {}, () => "echo")],
    }),
  "2026-07-28": () =>
    r2026_07_28.createServer({
      info,
      features: [r2026_07_28.tool("echo", {}, () => "echo")],
    }),
};

/** A server of ours that speaks one revision alone. */
export function createSingleServer(revision: string): Server {
  const createServer = createServers[revision];
  if (!createServer) throw new Error(`There is no revision ${revision}`);
  return createServer();
}
