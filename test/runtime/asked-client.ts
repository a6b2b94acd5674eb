import * as d2025nov from "../../generated/2025-11-25/dispatch.ts";
import * as d2026 from "../../generated/2026-07-28/dispatch.ts";
import type { ClientSettings } from "../../src/runtime/client/create-client.ts";
import {
  createScript,
  legacyServer,
  modernServer,
  type Script,
} from "./script.ts";
import { createClient, type Client } from "./test-client.ts";

/** What became of a question to a client, in either lifecycle. */
export interface Asked {
  /** What the server got. */
  readonly answer?: unknown;
  /** The error that the server got; where it gets none, the call's own. */
  readonly error?: unknown;
}

export interface AskedClient {
  readonly client: Client;
  readonly script: Script;
  /** What `onError` heard. */
  readonly errors: Error[];
  /** Asks what a server may ask, as the lifecycle has it. */
  ask(method: string, params?: object): Promise<Asked>;
}

export const lifecycles = ["handshake", "stateless"] as const;

/** A client of a real revision that has opened the conversation. */
export async function openAsked(
  lifecycle: (typeof lifecycles)[number],
  settings: Partial<ClientSettings>,
): Promise<AskedClient> {
  const errors: Error[] = [];
  const isHandshake = lifecycle === "handshake";
  const { clientProtocol: table } = isHandshake ? d2025nov : d2026;
  const onError = (error: Error): number => errors.push(error);
  const client = createClient([table], { onError, ...settings });
  const script = createScript(
    isHandshake ? legacyServer(table.revision) : modernServer([table.revision]),
  );
  await client.connect(script);
  await script.next();
  if (isHandshake) await script.next();
  const ask = isHandshake ? askAlone : askInside;
  return {
    client,
    script,
    errors,
    ask: (method, params) => ask(client, script, { method, params }),
  };
}

interface Question {
  readonly method: string;
  readonly params: object | undefined;
}

async function askAlone(
  _: Client,
  script: Script,
  question: Question,
): Promise<Asked> {
  script.receive({ jsonrpc: "2.0", id: "q", ...question });
  const { result, error } = await script.next();
  return error ? { error } : { answer: result };
}

async function askInside(
  client: Client,
  script: Script,
  question: Question,
): Promise<Asked> {
  const call = client.request("tools/call", { name: "a", arguments: {} });
  const failed = call.then(
    () => ({}),
    (error: unknown) => ({ error }),
  );
  const inputRequests = { q: question };
  const resultType = "input_required";
  script.answer(await script.next(), { resultType, inputRequests });
  const again = script.next().then(({ params }) => ({
    answer: (params?.["inputResponses"] as { q: unknown }).q,
  }));
  return Promise.race([failed, again]);
}
