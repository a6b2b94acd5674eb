import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type {
  Effect,
  Verdict,
} from "../../../src/compat/protocol-diff/index.ts";
import { guardedSchemas } from "../../../src/emit/guards/index.ts";
import { emitRevision } from "../../../src/emit/index.ts";
import type { Direction, Protocol } from "../../../src/schema/model/index.ts";
import { createValues } from "../../emit/guards/values.ts";
import { fc, seed } from "../../support/random.ts";

/** What a sender sends, and a receiver judges by what is emitted for it. */
export type Sent =
  /** Values of a type, by its guard; and some that are not made by chance. */
  | { type: string; also?: readonly unknown[] }
  /** Messages of methods, by the tables of the side that receives them. */
  | { methods: readonly string[] }
  /** Results of a method, by the result that the tables choose. */
  | { results: string }
  /** Lists of messages. */
  | { batches: true }
  /** Errors of every code that the sender knows. */
  | { errors: true };

/** Who is broken where the one revision becomes the other. */
export async function judgeSent(
  before: Protocol,
  after: Protocol,
  sent: Sent,
): Promise<Effect> {
  const [old, now] = [await peerOf(before), await peerOf(after)];
  return {
    olderReceivers: verdict(now, old, sent),
    olderSenders: verdict(old, now, sent),
  };
}

function verdict(sender: Peer, receiver: Peer, sent: Sent): Verdict {
  const isAccepted = valuesSent(sender, sent).every((value) =>
    accepts(receiver, value, sent),
  );
  return isAccepted ? "compatible" : "breaking";
}

/** A revision as its user has it: emitted guards and tables, and values that they accept. */
interface Peer {
  protocol: Protocol;
  dispatch: Dispatch;
  is(type: string, value: unknown): boolean;
  valuesOf(type: string): unknown[];
}

/** What the emitted module declares, as far as it is used here. */
interface Dispatch {
  protocol: { batches: boolean; errorCodes: Record<string, number> };
  serverProtocol: SideTable;
  clientProtocol: SideTable;
  classify(message: unknown): string;
  chooseResult(method: string, result: object): ResultEntry | undefined;
}

interface ResultEntry {
  when?: { property: string; value?: string; orAbsent?: true };
  is(value: unknown): boolean;
}

type SideTable = Record<
  "requests" | "notifications",
  Record<string, { params?: SideParams }>
>;

interface SideParams {
  required: boolean;
  validate(value: unknown): unknown;
}

function valuesSent(sender: Peer, sent: Sent): unknown[] {
  const { protocol, dispatch } = sender;
  if ("type" in sent)
    return [...sender.valuesOf(sent.type), ...(sent.also ?? [])].filter(
      (value) => sender.is(sent.type, value),
    );
  if ("methods" in sent)
    return sent.methods.flatMap((method) => messages(sender, method));
  if ("results" in sent) {
    const request = protocol.requests.find(
      (one) => one.method === sent.results,
    );
    return (request?.results ?? []).flatMap(({ name }) =>
      sender
        .valuesOf(name)
        .filter((value) => resultIsRight(sender, sent.results, value)),
    );
  }
  if ("batches" in sent)
    return sender.valuesOf("JSONRPCMessage").filter(Array.isArray);
  return Object.values(dispatch.protocol.errorCodes).map((code) => ({
    jsonrpc: "2.0",
    id: 1,
    error: { code, message: "no" },
  }));
}

/** Each message with the side that it goes to. */
function messages({ protocol, valuesOf }: Peer, method: string): Delivered[] {
  const { requests, notifications } = protocol;
  const isRequest = requests.some((one) => one.method === method);
  const message = [...requests, ...notifications].find(
    (one) => one.method === method,
  );
  if (message === undefined) return [];
  const values = valuesOf(message.type).map((value) => ({
    jsonrpc: "2.0",
    ...(isRequest && { id: 1 }),
    ...(value as object),
  }));
  const receivers = receiversOf[message.direction];
  return receivers.flatMap((to) => values.map((value) => ({ to, value })));
}

interface Delivered {
  to: "client" | "server";
  value: object;
}

const receiversOf: Record<Direction, readonly Delivered["to"][]> = {
  clientToServer: ["server"],
  serverToClient: ["client"],
  both: ["client", "server"],
  embedded: [],
  none: [],
};

function accepts(receiver: Peer, value: unknown, sent: Sent): boolean {
  const { dispatch, is } = receiver;
  if ("type" in sent) return is(sent.type, value);
  if ("methods" in sent) return isDispatched(receiver, value as Delivered);
  if ("results" in sent) return resultIsRight(receiver, sent.results, value);
  if ("batches" in sent)
    return dispatch.protocol.batches && is("JSONRPCMessage", value);
  return dispatch.classify(value) === "error" && is("JSONRPCError", value);
}

function isDispatched(
  { dispatch, protocol, is }: Peer,
  { to, value }: Delivered,
): boolean {
  const { method, params } = value as { method: string; params?: unknown };
  const table =
    to === "server" ? dispatch.serverProtocol : dispatch.clientProtocol;
  const kind = dispatch.classify(value);
  if (kind !== "request" && kind !== "notification") return false;
  const entries = table[`${kind}s`];
  const entry = Object.hasOwn(entries, method)
    ? entries[method]?.params
    : undefined;
  const type = [...protocol.requests, ...protocol.notifications].find(
    (one) => one.method === method,
  )?.type;
  if (entry === undefined || type === undefined) return false;
  const hasParams = params !== undefined || entry.required;
  return (
    is(type, value) && !(hasParams && entry.validate(params) !== undefined)
  );
}

function resultIsRight(
  { dispatch, protocol }: Peer,
  method: string,
  value: unknown,
): boolean {
  const isKnown = protocol.requests.some((one) => one.method === method);
  const entry = isKnown
    ? dispatch.chooseResult(method, value as object)
    : undefined;
  const { property, value: type, orAbsent } = entry?.when ?? {};
  // A result is read as what its receiver takes it to say.
  const assumed =
    orAbsent && property !== undefined ? { [property]: type } : {};
  return entry?.is({ ...assumed, ...(value as object) }) ?? false;
}

const runs = 100;

const peers = new WeakMap<Protocol, Promise<Peer>>();

/** The peer of a protocol, made once: most are asked for in both ways. */
function peerOf(protocol: Protocol): Promise<Peer> {
  const known = peers.get(protocol);
  if (known !== undefined) return known;
  const making = createPeer(protocol);
  peers.set(protocol, making);
  return making;
}

async function createPeer(protocol: Protocol): Promise<Peer> {
  const { guards, dispatch } = await loadEmitted(protocol);
  const values = createValues(guardedSchemas(protocol));
  const is = (type: string, value: unknown): boolean => {
    const guard = guards[`is${type}`];
    if (guard === undefined) throw new Error(`there is no guard of ${type}`);
    return guard(value);
  };
  const valuesOf = (type: string): unknown[] =>
    fc
      .sample(values(type), { numRuns: runs, seed })
      .filter((value) => is(type, value));
  return { protocol, dispatch, is, valuesOf };
}

type Guards = Readonly<Record<string, (value: unknown) => boolean>>;

/** Writes what is emitted to a folder, and loads it as Node does. */
async function loadEmitted(
  protocol: Protocol,
): Promise<{ guards: Guards; dispatch: Dispatch }> {
  const { files } = emitRevision(protocol, {
    emit: ["guards", "dispatch"],
    target: "js",
    importExtension: ".js",
    jsonSchema: "corrected",
    docs: false,
    runtime: "copy",
    with: [],
  });
  const folder = mkdtempSync(path.join(tmpdir(), "mcp-gen-sent-"));
  try {
    writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
    for (const file of files)
      writeFileSync(path.join(folder, path.basename(file.path)), file.text);
    // The emitted modules declare exactly this.
    const [guards, dispatch] = (await Promise.all(
      ["guards.js", "dispatch.js"].map(
        (name) =>
          import(
            /* @vite-ignore */ pathToFileURL(path.join(folder, name)).href
          ),
      ),
    )) as [Guards, Dispatch];
    return { guards, dispatch };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
