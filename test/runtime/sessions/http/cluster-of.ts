import { onTestFinished, vi } from "vitest";
import {
  createCluster,
  memoryCluster,
  type MemoryCluster,
  type MemoryClusterOptions,
  type MemoryProcess,
  type SessionStore,
  type StreamStore,
} from "../../../../src/runtime/cluster.ts";
import {
  createHttpHandler,
  type HttpHandler,
  type HttpOptions,
} from "../../../../src/runtime/http.ts";
import type { JsonObject } from "../../../../src/runtime/protocol/message.ts";
import {
  clientOf,
  openSession,
  type Headers,
  type Opening,
  type SessionClient,
} from "../../http/session-client.ts";
import type { Call } from "../../tool-server.ts";
import { serverWith } from "../../tool-server.ts";
import type { TestServer } from "../../revisions.ts";

/** How often each method of the stores was called. */
export type Counts = Map<string, number>;

/** One process, whose memory the test shares with the others. */
export interface Member {
  readonly handler: HttpHandler;
  readonly server: TestServer;
  readonly stores: MemoryProcess;
  readonly errors: Error[];
  /** Calls of the stores, by the names of their methods. */
  readonly counts: Counts;
  /** The calls since this was last asked. */
  calls(): Record<string, number>;
  /** Dies without a word. */
  kill(): void;
  /** The session of a client, as this process serves it. */
  client(session: SessionClient): SessionClient;
}

export interface TestCluster {
  readonly memory: MemoryCluster;
  readonly members: readonly [Member, Member, Member];
}

export interface ClusterSettings {
  readonly callTool?: (name: string) => Call;
  readonly server?: Parameters<typeof serverWith>[1];
  readonly http?: HttpOptions;
  readonly memory?: MemoryClusterOptions;
}

/** Three processes, of which each is called a, b or c. They are closed with the test. */
export function clusterOf(settings: ClusterSettings = {}): TestCluster {
  const memory = memoryCluster(settings.memory);
  const members = [
    memberOf("a", memory, settings),
    memberOf("b", memory, settings),
    memberOf("c", memory, settings),
  ] as const;
  onTestFinished(async () => {
    await Promise.all(
      members.map(({ handler }) => handler.close({ graceMs: 0 })),
    );
  });
  return { memory, members };
}

/** One more process of a cluster. */
export function memberOf(
  name: string,
  memory: MemoryCluster,
  { callTool = says, server: given, http }: ClusterSettings = {},
): Member {
  const stores = memory.process();
  const counts: Counts = new Map();
  const errors: Error[] = [];
  const server = serverWith(callTool(name), {
    capabilities: {
      logging: {},
      tools: { listChanged: true },
      resources: { subscribe: true, listChanged: true },
    },
    ...given,
  }) as TestServer;
  let isKilled = false;
  const handler = createHttpHandler(server, {
    retryMs: 10,
    ...http,
    onError: (error) => isKilled || errors.push(error),
    cluster: createCluster({
      sessions: counted<SessionStore>(stores.sessions, counts),
      streams: counted<StreamStore>(stores.streams, counts),
      bus: stores.bus,
    }),
  });
  let seen = new Map<string, number>();
  return {
    handler,
    server,
    stores,
    errors,
    counts,
    calls() {
      const before = seen;
      seen = new Map(counts);
      return Object.fromEntries(
        [...counts]
          .map(([key, count]) => [key, count - (before.get(key) ?? 0)] as const)
          .filter(([, count]) => count > 0),
      );
    },
    kill() {
      isKilled = true;
      stores.kill();
    },
    client: ({ headers }) => clientOf(handler, headers),
  };
}

const says =
  (name: string): Call =>
  () => ({ content: [{ type: "text", text: name }] });

function counted<Store extends object>(store: Store, counts: Counts): Store {
  return new Proxy(store, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key);
      if (typeof value !== "function" || typeof key !== "string") return value;
      counts.set(key, (counts.get(key) ?? 0) + 1);
      return value;
    },
  });
}

/** Opens a session at one process. */
export function sessionAt(
  { handler }: Member,
  opening: Opening = {},
): Promise<SessionClient> {
  return openSession(handler, {
    capabilities: { roots: {}, elicitation: {} },
    ...opening,
  });
}

/** What a tool said. */
export function textOf(answer: JsonObject): unknown {
  const { result } = answer as {
    readonly result?: { readonly content?: readonly JsonObject[] };
  };
  return result?.content?.[0]?.["text"];
}

export const authorization = (name: string): Headers => ({
  authorization: name,
});

/** Lets time pass for whatever looks at the clock, until the test is over. */
export function passingTime(): (milliseconds: number) => void {
  const real = performance.now.bind(performance);
  let passed = 0;
  const looks = vi
    .spyOn(performance, "now")
    .mockImplementation(() => real() + passed);
  onTestFinished(() => looks.mockRestore());
  return (milliseconds) => void (passed += milliseconds);
}

/**
 * Resolves after so many milliseconds, and no fewer turns of the loop: what the
 * processes of a test do takes turns, and a busy machine has few in that time.
 */
export async function pause(milliseconds: number): Promise<void> {
  const end = performance.now() + milliseconds;
  for (let turn = 0; turn < milliseconds || performance.now() < end; turn++)
    await new Promise((resolve) => setTimeout(resolve, 1));
}
