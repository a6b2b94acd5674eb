import type { Scenario } from "../recording/scenario.ts";
import type { Transcript } from "../recording/transcript.ts";
import { notice, request } from "../server/messages.ts";
import type { ClientOptions } from "../subject.ts";
import {
  byteStreamWire,
  createLineServer,
  memoryWire,
  withSpawned,
  type LineServer,
  type Wire,
} from "./line-server.ts";
import { failure, silence, type Reaction } from "./reaction.ts";
import {
  everyMethod,
  input,
  isStateless,
  unanswered,
  type ClientScript,
} from "./scripts.ts";
import { handshakeServer, statelessServer } from "./servers.ts";
import { createSubjectClient } from "./subject-client.ts";

interface Line {
  readonly name: string;
  readonly servers: () => readonly Reaction[];
  readonly script?: ClientScript;
  readonly options?: Partial<ClientOptions>;
  /** What the server does on its own, once the script is over. */
  readonly after?: (server: LineServer, client: Client) => Promise<void>;
  readonly restarts?: boolean;
}

type Client = ReturnType<typeof createSubjectClient>;

const stateless = statelessServer(["2026-07-28"]);
const none: ClientScript = async () => {};

/** A server that knows nothing but handshakes, and says so. */
const older = handshakeServer("2025-06-18");

const silent: Reaction = (message) =>
  message["method"] === "server/discover" ? silence : older(message);

const invalid: Reaction = (message) =>
  message["method"] === "server/discover"
    ? { messages: [failure(message, -32_600, "Not initialized")] }
    : older(message);

const newest = handshakeServer("2025-11-25");

const offering: Reaction = (message) =>
  message["method"] === "server/discover"
    ? statelessServer(["2025-11-25"])(message)
    : newest(message);

const refusing: Reaction = (message) => ({
  messages: [failure(message, -32_603, "broken")],
});

/** What a server sends that nobody asked for. */
async function unasked(
  { act, say }: LineServer,
  client: Client,
): Promise<void> {
  // Where requests stand alone, a server can send none.
  const comes = isStateless(client) ? 0 : 1;
  const says = (
    title: string,
    message: object,
    answers: number,
  ): Promise<void> => act(title, () => say(message), answers);
  await says("ping", request("p", "ping"), comes);
  await says("a request of no known kind", request("u", "un/known"), comes);
  const wrong = request("w", "sampling/createMessage", { messages: 7 });
  await says("a request with wrong params", wrong, comes);
  await says("roots", request("r", "roots/list"), comes);
  await says("no request", notice("notifications/unheard"), 0);
  await says("an answer to nothing", { jsonrpc: "2.0", id: 99, result: {} }, 0);
  await act("a call", () => client.callTool({ name: "say" }));
}

async function listening(
  { act, die }: LineServer,
  client: Client,
): Promise<void> {
  await act("listen", async () => {
    await client.listen(
      { toolsListChanged: true, resourceSubscriptions: ["note://one"] },
      { reconnect: true },
    );
  });
  const again = isStateless(client) ? 2 : 3;
  await act("the server dies", die, again);
  await act("a call to the next", () => client.callTool({ name: "say" }));
}

async function closedListening(
  { act }: LineServer,
  client: Client,
): Promise<void> {
  await act("listen, and listen no more", async () => {
    const changes = await client.listen({ toolsListChanged: true });
    await changes.close();
  });
  await act("a call", () => client.callTool({ name: "say" }));
}

const lines: readonly Line[] = [
  ...["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"].flatMap(
    (revision): Line[] => {
      const servers = (): Reaction[] => [handshakeServer(revision)];
      return [
        { name: `${revision}-methods`, servers, script: everyMethod },
        { name: `${revision}-input`, servers, script: input },
        { name: `${revision}-unanswered`, servers, script: unanswered(60) },
        { name: `${revision}-unasked`, servers, after: unasked },
        { name: `${revision}-listen`, servers, after: closedListening },
      ];
    },
  ),
  {
    name: "2026-07-28-methods",
    servers: () => [stateless],
    script: everyMethod,
  },
  { name: "2026-07-28-input", servers: () => [stateless], script: input },
  {
    name: "2026-07-28-unanswered",
    servers: () => [stateless],
    script: unanswered(60),
  },
  { name: "2026-07-28-unasked", servers: () => [stateless], after: unasked },
  {
    name: "2026-07-28-listen",
    servers: () => [stateless],
    after: closedListening,
  },
  {
    name: "log-level",
    servers: () => [stateless],
    script: input,
    options: { logLevel: "debug" },
  },
  {
    name: "log-level-handshake",
    servers: () => [older],
    script: input,
    options: { logLevel: "debug" },
  },
  {
    name: "probe-silent",
    servers: () => [silent],
    options: { probeTimeout: 50 },
  },
  { name: "probe-invalid", servers: () => [invalid] },
  { name: "probe-refused", servers: () => [refusing] },
  {
    name: "probe-counter-offer",
    servers: () => [statelessServer(["2999-01-01"])],
  },
  {
    name: "probe-counter-offer-handshake",
    servers: () => [offering],
    script: input,
  },
  {
    name: "handshake-with-nobody",
    servers: () => [handshakeServer("1999-01-01")],
  },
  {
    name: "restart-stateless",
    servers: () => [stateless, stateless],
    after: listening,
    restarts: true,
  },
  {
    name: "restart-handshake",
    servers: () => [older, handshakeServer("2025-06-18")],
    after: listening,
    restarts: true,
  },
];

/** How many messages open a conversation: the last of a handshake has no answer. */
function openingOf(client: Client): number {
  if (client.protocolVersion === undefined) return 0;
  return isStateless(client) ? 1 : 3;
}

async function play(
  transcript: Transcript,
  wire: Wire,
  { servers, script = none, options, after, restarts }: Line,
): Promise<void> {
  const server = createLineServer(transcript, wire, servers());
  const client = createSubjectClient(options);
  await server.act(
    "connect",
    () =>
      restarts
        ? client.connect(server.open, { restart: { delayMs: 1 } })
        : client.connect(server.open()),
    () => openingOf(client),
  );
  await script(client, server.act);
  await after?.(server, client);
  await server.act("close", () => client.close());
}

const wires: readonly (readonly [
  string,
  (play: (wire: Wire) => Promise<void>) => Promise<void>,
])[] = [
  ["memory", (run) => run(memoryWire)],
  ["byte-stream", (run) => run(byteStreamWire)],
  ["stdio", withSpawned],
];

/** Programs take a while to start. */
const spawned = [
  "2025-11-25-input",
  "2026-07-28-input",
  "restart-stateless",
  "restart-handshake",
];

/** Our client, over all that carries one message a line. */
export const clientLineScenarios: readonly Scenario[] = wires.flatMap(
  ([name, within]) =>
    lines
      .filter((line) => name !== "stdio" || spawned.includes(line.name))
      .map((line): Scenario => ({
        name: `client/${name}/${line.name}`,
        play: (transcript) => within((wire) => play(transcript, wire, line)),
      })),
);
