import type { UntypedCaller } from "../../src/runtime/peer/caller.ts";
import {
  buildClient,
  type ClientEndpoint,
  type ClientSettings,
} from "../../src/runtime/client/create-client.ts";
import type { ProtocolTable } from "../../src/runtime/protocol/revision/protocol-table.ts";
import { legacy, modern } from "./client-tables.ts";
import {
  createScript,
  legacyServer,
  modernServer,
  type Script,
  type Sent,
} from "./script.ts";

export type Client = ClientEndpoint & UntypedCaller;

/** Untyped calls, as a generated stub makes them. */
export function createClient(
  tables: readonly ProtocolTable[],
  settings: Partial<ClientSettings> = {},
): Client {
  return buildClient(
    tables.map((table) => ({ table })),
    { info: { name: "test", version: "1" }, ...settings },
    ({ request, notify }: UntypedCaller) => ({ request, notify }),
  );
}

export interface Opened {
  readonly client: Client;
  readonly script: Script;
}

/** A client that has shaken hands with a scripted server. */
export async function openLegacy(
  settings: Partial<ClientSettings> = {},
  rest?: (message: Sent, script: Script) => void,
): Promise<Opened> {
  const client = createClient([legacy("1")], settings);
  const script = createScript(legacyServer("1", rest));
  await client.connect(script);
  await script.next();
  await script.next();
  return { client, script };
}

/** A client that has discovered a scripted server. */
export async function openModern(
  settings: Partial<ClientSettings> = {},
  rest?: (message: Sent, script: Script) => void,
): Promise<Opened> {
  const client = createClient([modern("3")], settings);
  const script = createScript(modernServer(["3"], rest));
  await client.connect(script);
  await script.next();
  return { client, script };
}
