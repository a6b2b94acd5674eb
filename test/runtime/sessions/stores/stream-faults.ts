import type {
  StreamReader,
  StreamStore,
} from "../../../../src/runtime/cluster.ts";
import type { Fault } from "./fault.ts";
import { faultyStreams } from "./suites.ts";

/** What all processes of a faulty store know. A name is of one stream. */
const principals = new Map<string, string | undefined>();
const numbers = new Map<string, number>();

/** Remembers whose each stream is. */
function knowing(store: StreamStore): StreamStore {
  return {
    ...store,
    open(facts) {
      principals.set(facts.stream, facts.principal);
      return store.open(facts);
    },
  };
}

export const streamFaults: Readonly<Record<string, Fault>> = {
  "events are replayed out of their order": {
    tests: faultyStreams((sound) => ({
      ...sound,
      async read(...asked) {
        const page = await sound.read(...asked);
        return page && { ...page, events: [...page.events].reverse() };
      },
    })),
    foundBy:
      "events are read by every process in their order, as they were told",
    says: "the events behind 0 are those with a higher number, in their order",
  },

  "an event is lost between the beginning and the first reading": {
    tests: faultyStreams((sound) => ({
      ...sound,
      // Looks first, and is told of later ones only when it has looked.
      async attach(stream, principal, reader, ifFree) {
        const page = await sound.read(stream, principal, 0);
        const attached = await sound.attach(stream, principal, reader, ifFree);
        if (page) looked.set(stream, page);
        return attached;
      },
      read: async (stream, ...rest) =>
        looked.get(stream) ?? sound.read(stream, ...rest),
    })),
    foundBy: "no event is lost between the beginning and the first reading",
    says: "who begins to read sees an event, or its writer is told who reads",
  },

  "an end is lost between the beginning and the first reading": {
    tests: faultyStreams((sound) => ({
      ...sound,
      finish: finishUntold(sound),
    })),
    foundBy: "no end is lost between the beginning and the first reading",
    says: "who begins to read sees the end, or its writer is told who reads",
  },

  "a stream is read by another principal": {
    tests: faultyStreams((sound) => ({
      ...knowing(sound),
      read: (stream, _, ...rest) =>
        sound.read(stream, principals.get(stream), ...rest),
    })),
    foundBy: "a stream of another principal's is not read",
    says: "bob does not read what is alice's",
  },

  "nobody is a principal without a name": {
    tests: faultyStreams((sound) => ({
      ...sound,
      read: (stream, principal, ...rest) =>
        sound.read(stream, principal === "" ? undefined : principal, ...rest),
    })),
    foundBy: "a stream of another principal's is not read",
    says: " does not read what is undefined's",
  },

  "another principal begins to read": {
    tests: faultyStreams((sound) => ({
      ...knowing(sound),
      attach: (stream, _, ...rest) =>
        sound.attach(stream, principals.get(stream), ...rest),
    })),
    foundBy: "another principal does not begin to read",
    says: "a stream of another principal's is not there",
  },

  "another principal displaces who reads": {
    tests: faultyStreams((sound) => ({
      ...knowing(sound),
      async attach(stream, principal, ...rest) {
        const owner = principals.get(stream);
        const attached = await sound.attach(stream, owner, ...rest);
        return principal === owner ? attached : undefined;
      },
    })),
    foundBy: "another principal does not begin to read",
    says: "who reads is not displaced by another principal",
  },

  "an event that is told twice is kept twice": {
    tests: faultyStreams((sound) => ({
      ...sound,
      append: (stream, { data }) => sound.append(stream, { data }),
    })),
    foundBy: "an event that is told twice is kept once",
    says: "one that is told again has the number that it was told with",
  },

  "two events get one number": {
    tests: faultyStreams((sound) => ({
      ...sound,
      async append(stream, event) {
        const sequence = event.sequence ?? (numbers.get(stream) ?? 0) + 1;
        const appended = await sound.append(stream, { ...event, sequence });
        numbers.set(stream, sequence);
        return appended;
      },
    })),
    foundBy: "what several processes write has one order",
    says: "each event has a number of its own, and there is no gap",
  },

  "a gap is passed over": {
    tests: faultyStreams((sound) => ({
      ...sound,
      async read(stream, principal, after, maxBytes) {
        for (let place = after; place < after + 10; place++) {
          const page = await sound.read(stream, principal, place, maxBytes);
          if (page) return page;
        }
        return undefined;
      },
    })),
    foundBy: "a gap is not passed over",
    says: "those behind it are not read as if nothing was missing",
  },

  "what is forgotten is passed over": {
    tests: faultyStreams((sound) => ({
      ...sound,
      async read(stream, principal, after, maxBytes) {
        for (let place = after; place < after + 200; place++) {
          const page = await sound.read(stream, principal, place, maxBytes);
          if (page) return page;
        }
        return undefined;
      },
    })),
    foundBy: "of a stream that is too large, the oldest events are forgotten",
    says: "without a gap",
  },

  "a stream that is finished goes on": {
    tests: faultyStreams((sound) => ({
      ...sound,
      finish: async (stream) => {
        const reader = { process: "x", id: "x" };
        const attached = await sound.attach(stream, "alice", reader, true);
        return attached?.before;
      },
    })),
    foundBy: "a stream that is finished takes nothing more, and can be read",
    says: "an event behind the end is not kept",
  },

  "a stream that is begun again begins anew": {
    tests: faultyStreams((sound) => ({
      ...sound,
      async open(facts) {
        await sound.deleteSession(facts.session);
        await sound.open(facts);
      },
    })),
    foundBy: "a stream that has begun stays as it is",
    says: "to begin again changes nothing",
  },

  "a stream that is not there begins with its first event": {
    tests: faultyStreams((sound) => ({
      ...sound,
      async append(stream, event) {
        const appended = await sound.append(stream, event);
        return appended ?? { sequence: 1, reader: undefined };
      },
    })),
    foundBy: "nothing is kept of a stream that is not there",
    says: "nothing is appended",
  },

  "nobody is told who reads": {
    tests: faultyStreams((sound) => ({
      ...sound,
      async append(...asked) {
        const appended = await sound.append(...asked);
        return appended && { ...appended, reader: undefined };
      },
    })),
    foundBy: "who writes is told who reads, whatever process it is",
    says: "who reads is told",
  },

  "who was displaced ends what the newest does": {
    tests: faultyStreams((sound) => ({
      ...sound,
      async attach(stream, principal, reader, ifFree) {
        readers.set(stream, reader);
        return sound.attach(stream, principal, reader, ifFree);
      },
      detach: (stream, reader) =>
        sound.detach(stream, readers.get(stream) ?? reader),
    })),
    foundBy: "who writes is told who reads, whatever process it is",
    says: "one that was displaced does not end what the newest does",
  },

  "who reads only if nobody does displaces somebody": {
    tests: faultyStreams((sound) => ({
      ...sound,
      attach: (stream, principal, reader) =>
        sound.attach(stream, principal, reader),
    })),
    foundBy: "who only reads if nobody does displaces nobody",
    says: "where somebody reads, nothing changes",
  },

  "two read that read only if nobody does": {
    tests: faultyStreams((sound) => ({
      ...sound,
      async attach(stream, principal, reader, ifFree) {
        const isTaken = ifFree && readers.has(stream);
        const attached = await sound.attach(stream, principal, reader, isTaken);
        readers.set(stream, reader);
        return attached && !isTaken
          ? { ...attached, before: undefined }
          : attached;
      },
    })),
    foundBy: "of several that read if nobody does, one begins to",
    says: "one of several begins to read",
  },

  "what was given to be read counts as read": {
    tests: faultyStreams((sound) => ({
      ...sound,
      async read(stream, principal, after, maxBytes) {
        const page = await sound.read(stream, principal, after, maxBytes);
        const last = page?.events.at(-1);
        if (last) await sound.read(stream, principal, last.sequence);
        return page;
      },
    })),
    foundBy: "what was read to its end is known to every process",
    says: "what is given to be read is not read to its end yet",
  },

  "pages are measured in events": {
    tests: faultyStreams((sound) => ({
      ...sound,
      read: (stream, principal, after) => sound.read(stream, principal, after),
    })),
    foundBy: "many events are read by pages of bytes",
    says: "a page has about 8192 bytes, and one event more at most",
  },

  "a page says that the stream is finished, when it is not the last one": {
    tests: faultyStreams((sound) => ({
      ...sound,
      async read(...asked) {
        const page = await sound.read(...asked);
        return page && { ...page, isFinished: true };
      },
    })),
    foundBy: "many events are read by pages of bytes",
    says: "a page says that nothing comes behind it when it is the last one",
  },

  "the bound of a stream is not held": {
    tests: faultyStreams((sound) => sound, { maxStreamBytes: 1e9 }),
    foundBy: "of a stream that is too large, the oldest events are forgotten",
    says: "of one stream no more than 65536 bytes are kept",
  },

  "a stream is measured in characters": {
    tests: faultyStreams((sound) => sound, { maxStreamBytes: 2 * 65_536 }),
    foundBy: "what several processes write of a stream is bounded as well",
    says: "of one stream no more than 65536 bytes are kept",
  },

  "the bound of a client is not held": {
    tests: faultyStreams((sound) => sound, { maxClientBytes: 1e9 }),
    foundBy: "of a client with many streams no more is kept than of one",
    says: "of one client no more than 65536 bytes are kept",
  },

  "the bound of all is not held": {
    tests: faultyStreams((sound) => sound, { maxBytes: 1e9 }),
    foundBy: "of many clients no more is kept than of one",
    says: "of all no more than 262144 bytes are kept",
  },

  "a modest client pays for a greedy one": {
    tests: faultyStreams((sound) => ({
      ...sound,
      open(facts) {
        sessions.set(facts.stream, facts.session);
        return sound.open({ ...facts, client: "" });
      },
      async append(stream, event) {
        const greedy = event.data.startsWith("many");
        if (greedy) for (const name of modest) await sound.deleteSession(name);
        else modest.add(sessions.get(stream) ?? "");
        return sound.append(stream, event);
      },
    })),
    foundBy: "of all that is too much, the client with the most forgets",
    says: "what is kept can be read",
  },

  "a stream that nobody uses is never forgotten": {
    tests: faultyStreams((sound) => sound, { streamIdleMs: 60_000 }),
    foundBy: "a stream that nobody writes or reads is forgotten by itself",
    says: "what was not used is not read",
  },

  "a stream whose process is gone is failed twice": {
    tests: faultyStreams((sound) => ({
      ...sound,
      async fail(stream, _, after, events) {
        const before = await sound.read(stream, "alice", after);
        if (!before || before.isFinished) return;
        for (const data of events) await sound.append(stream, { data });
        await sound.finish(stream);
      },
    })),
    foundBy: "a stream ends so once, and not where its process is another",
    says: "of several that end it at once, one does",
  },

  "a stream is failed that another process writes": {
    tests: faultyStreams((sound) => ({
      ...sound,
      async fail(stream, process, after, events) {
        await sound.fail(stream, process, after, events);
        await sound.fail(stream, "alive", after, events);
      },
    })),
    foundBy: "a stream ends so once, and not where its process is another",
    says: "an event of a stream that has begun is kept",
  },

  "the last events stand behind what was kept, and not behind what was read": {
    tests: faultyStreams((sound) => ({
      ...sound,
      fail: (stream, process, _, events) =>
        sound.fail(stream, process, 0, events),
    })),
    foundBy: "the last events stand behind the place that was read",
    says: "who has read more than was kept reads on",
  },

  "streams are forgotten by what their names begin with": {
    tests: faultyStreams((sound) => ({
      ...sound,
      async open(facts) {
        opened.add(facts.session);
        await sound.open(facts);
      },
      async deleteSession(session) {
        for (const name of opened)
          if (name.includes(session)) await sound.deleteSession(name);
      },
    })),
    foundBy: "all streams of a session are forgotten, and no other's",
    says: "what is kept can be read",
  },

  "only the streams of one process are forgotten": {
    tests: faultyStreams((sound) => {
      const own = `-${++processes}`;
      return {
        ...sound,
        open: (facts) => sound.open({ ...facts, session: facts.session + own }),
        deleteSession: (session) => sound.deleteSession(session + own),
      };
    }),
    foundBy: "all streams of a session are forgotten, and no other's",
    says: "what is forgotten is not read",
  },
};

const looked = new Map<
  string,
  NonNullable<Awaited<ReturnType<StreamStore["read"]>>>
>();
const readers = new Map<string, StreamReader>();
const modest = new Set<string>();
const sessions = new Map<string, string>();
const opened = new Set<string>();
let processes = 0;

/** Looks who reads before the end, and not in one step with it. */
function finishUntold(store: StreamStore): StreamStore["finish"] {
  return async (stream) => {
    await new Promise((resolve) => setTimeout(resolve, 2));
    await store.finish(stream);
    return undefined;
  };
}
