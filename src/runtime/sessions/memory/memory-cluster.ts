import type { Bus } from "../bus.ts";
import type { ClusterStores } from "../cluster.ts";
import type { SessionStore } from "../session-store.ts";
import type { StreamStore } from "../stream-store.ts";
import { Mailbox } from "./bus.ts";
import { stepsOf, type Line, type StoreStep } from "./line.ts";
import { memoryClusterOptions, type MemoryClusterOptions } from "./options.ts";
import { SharedSessions } from "./sessions.ts";
import { SharedStreams } from "./streams.ts";

/** Cluster whose processes all run in this one; for tests. */
export interface MemoryCluster {
  /** Creates another process. */
  process(): MemoryProcess;
  /** Disconnects all processes from the shared stores, or connects them again. */
  setAway(isAway: boolean): void;
  /** Approximate memory of all events, in bytes. */
  readonly bytes: number;
  /** Number of stored streams. */
  readonly streams: number;
}

/** Stores and bus of one process of a memory cluster. */
export interface MemoryProcess extends ClusterStores {
  /**
   * Ends the process without a goodbye: its pending operations reject, and the others
   * are notified of its death.
   */
  kill(): void;
  /** Disconnects this process from the shared stores, or connects it again. */
  setAway(isAway: boolean): void;
}

/**
 * Creates a cluster in the memory of this process, for tests and for programs that try out
 * cluster behaviour. All operations are asynchronous. Throws a TypeError for an invalid option.
 */
export function memoryCluster(
  options: MemoryClusterOptions = {},
): MemoryCluster {
  const limits = memoryClusterOptions(options);
  const { latency, onError, maxBusBytes } = limits;
  const sessions = new SharedSessions();
  const streams = new SharedStreams(limits);
  const mailboxes = new Map<string, Mailbox>();
  let isAllAway = false;
  const tellAll = (): void => {
    for (const mailbox of mailboxes.values()) void mailbox.tell();
  };
  return {
    get bytes() {
      return streams.bytes;
    },
    get streams() {
      return streams.size;
    },
    setAway(isAway) {
      isAllAway = isAway;
      if (!isAway) tellAll();
    },
    process() {
      const name = newName(mailboxes);
      const line: Line = { isAway: false, ended: undefined };
      const isCutOff = (): boolean => line.isAway || isAllAway;
      const mailbox = new Mailbox(isCutOff, latency, maxBusBytes, onError);
      mailboxes.set(name, mailbox);
      const step = stepsOf(line, () => isAllAway, latency);
      const leave = (ended: NonNullable<Line["ended"]>): void => {
        line.ended ??= ended;
        mailboxes.delete(name);
        mailbox.close();
      };
      return {
        sessions: sessionsOf(sessions, step),
        streams: streamsOf(streams, step),
        bus: busOf(name, mailboxes, step, line, isCutOff, () =>
          leave("closed"),
        ),
        kill() {
          if (line.ended !== undefined) return;
          leave("killed");
          for (const other of mailboxes.values())
            other.put({ kind: "gone", process: name });
        },
        setAway(isAway) {
          line.isAway = isAway;
          if (!isAway) void mailbox.tell();
        },
      };
    },
  };
}

function newName(taken: ReadonlyMap<string, unknown>): string {
  for (;;) {
    const random = crypto.getRandomValues(new Uint32Array(2));
    const name = [...random].map((part) => part.toString(36)).join("");
    if (!taken.has(name)) return name;
  }
}

function sessionsOf(shared: SharedSessions, step: StoreStep): SessionStore {
  return {
    create: (session, bounds) => step(() => shared.create(session, bounds)),
    use: (id, principal) => step(() => shared.use(id, principal)),
    update: (id, principal, change) =>
      step(() => shared.update(id, principal, change)),
    end: (id, principal) => step(() => shared.end(id, principal)),
    gone: (ids) => step(() => shared.gone(ids)),
    count: () => step(() => shared.size),
  };
}

function streamsOf(shared: SharedStreams, step: StoreStep): StreamStore {
  return {
    open: (facts) => step(() => shared.open(facts)),
    append: (stream, event) => step(() => shared.append(stream, event)),
    finish: (stream) => step(() => shared.finish(stream)),
    attach: (stream, principal, reader, ifFree = false) =>
      step(() => shared.attach(stream, principal, reader, ifFree)),
    detach: (stream, reader) => step(() => shared.detach(stream, reader)),
    read: (stream, principal, after, maxBytes) =>
      step(() => shared.read(stream, principal, after, maxBytes)),
    fail: (stream, process, after, events) =>
      step(() => shared.fail(stream, process, after, events)),
    deleteSession: (session) => step(() => shared.deleteSession(session)),
  };
}

function busOf(
  name: string,
  mailboxes: ReadonlyMap<string, Mailbox>,
  step: StoreStep,
  line: Line,
  isCutOff: () => boolean,
  leave: () => void,
): Bus {
  return {
    name,
    listen: (topic, listener) =>
      step(() => mailboxes.get(name)?.listen(topic, listener) ?? (() => {})),
    send: (topic, message, to) =>
      step(() => {
        const news = { kind: "message", topic, message, from: name } as const;
        if (to !== undefined) {
          const receiver = mailboxes.get(to);
          receiver?.put(news);
          return receiver !== undefined;
        }
        for (const [other, mailbox] of mailboxes)
          if (other !== name) mailbox.put(news);
        return true;
      }),
    isAlive: (process) => step(() => mailboxes.has(process)),
    problem() {
      if (line.ended !== undefined) return `the process is ${line.ended}`;
      return isCutOff() ? "it is disconnected" : undefined;
    },
    async close() {
      if (line.ended !== undefined) return;
      // Earlier operations complete first.
      await step(() => undefined).catch(() => {});
      leave();
    },
  };
}
