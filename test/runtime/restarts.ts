import type { ClientSettings } from "../../src/runtime/client/create-client.ts";
import { legacy, modern } from "./client-tables.ts";
import {
  createScript,
  legacyServer,
  modernServer,
  type Script,
  type Sent,
} from "./script.ts";
import { createClient, type Client } from "./test-client.ts";

export type React = (message: Sent, script: Script) => void;

const both = [modern("3"), legacy("2")];
export const subscriptionId = "io.modelcontextprotocol/subscriptionId";

/** Answers what these tests ask a server of either kind. */
export const serve: React = (message, script) => {
  const { id, method, params } = message;
  if (method === "subscriptions/listen")
    return script.notify("notifications/subscriptions/acknowledged", {
      _meta: { [subscriptionId]: id },
      notifications: params?.["notifications"],
    });
  if (method === "tools/call" && params?.["name"] === "silent") return;
  if (id !== undefined) script.answer(message, { content: [] });
};

/** A client whose server is started again; `servers` says how each behaves. */
export async function start(
  servers: readonly React[],
  restart: object | "never" = { attempts: 3, delayMs: 100 },
  settings: Partial<ClientSettings> = {},
): Promise<{ client: Client; scripts: Script[] }> {
  const scripts: Script[] = [];
  const client = createClient(both, settings);
  const last = servers.at(-1);
  const open = (): Script => {
    const script = createScript(servers[scripts.length] ?? last);
    scripts.push(script);
    return script;
  };
  await client.connect(open, restart === "never" ? {} : { restart });
  return { client, scripts };
}

export function at(scripts: readonly Script[], index: number): Script {
  const script = scripts[index];
  if (!script) throw new Error(`there is no server ${index}`);
  return script;
}

export function methodsOf({ sent }: Script): unknown[] {
  return sent.map(({ method }) => method);
}

export const modernOne = modernServer(["3"], serve);
export const legacyOne = legacyServer("2", serve);
export const dying: React = (_, script) => script.die("crash");
export const call = { name: "a" };
