import type {
  SessionRecord,
  SessionStore,
} from "../../../../src/runtime/cluster.ts";
import type { Fault } from "./fault.ts";
import {
  sampleBounds,
  sampleSession,
} from "../../../../src/store-tests/sessions/sample-session.ts";
import { faultySessions } from "./suites.ts";

/** What all processes of a faulty store know. A name is of one session. */
const principals = new Map<string, string | undefined>();
const records = new Map<string, SessionRecord>();
const ends = new Map<string, number>();

/** Nobody, where a database takes an empty text for none. */
function named(principal: string | undefined): string | undefined {
  return principal === "" ? undefined : principal;
}

/** Remembers whose each session is. */
function knowing(store: SessionStore): SessionStore {
  return {
    ...store,
    create(session, bounds) {
      principals.set(session.id, session.principal);
      return store.create(session, bounds);
    },
  };
}

export const sessionFaults: Readonly<Record<string, Fault>> = {
  "a session is found by another principal": {
    tests: faultySessions((sound) => ({
      ...knowing(sound),
      use: (id) => sound.use(id, principals.get(id)),
    })),
    foundBy: "a session of another principal's is not found",
    says: "a session of alice is not there for bob",
  },

  "a session is changed by another principal": {
    tests: faultySessions((sound) => ({
      ...knowing(sound),
      update: (id, _, change) => sound.update(id, principals.get(id), change),
    })),
    foundBy: "a session of another principal's is not changed",
    says: "a change by another principal says that there is no session",
  },

  "a session is ended by another principal": {
    tests: faultySessions((sound) => ({
      ...knowing(sound),
      end: (id) => sound.end(id, principals.get(id)),
    })),
    foundBy: "a session of another principal's is not ended",
    says: "another principal ends nothing",
  },

  "nobody's session is everybody's": {
    tests: faultySessions((sound) => ({
      ...knowing(sound),
      use: (id, principal) =>
        sound.use(id, principals.get(id) === undefined ? undefined : principal),
    })),
    foundBy: "a session of another principal's is not found",
    says: "a session of undefined is not there for alice",
  },

  "nobody is a principal without a name": {
    tests: faultySessions((sound) => ({
      ...sound,
      create: (session, bounds) =>
        sound.create(
          { ...session, principal: named(session.principal) },
          bounds,
        ),
      use: async (id, principal) => {
        const session = await sound.use(id, named(principal));
        return session && { ...session, principal };
      },
      update: (id, principal, change) =>
        sound.update(id, named(principal), change),
      end: (id, principal) => sound.end(id, named(principal)),
    })),
    foundBy: "a session of another principal's is not ended",
    says: "another principal ends nothing",
  },

  "an id is another one's in small letters": {
    tests: faultySessions((sound) => ({
      ...sound,
      use: async (id, principal) =>
        (await sound.use(id, principal)) ??
        sound.use(id.toLowerCase(), principal),
    })),
    foundBy: "an id is what it is, letter by letter",
    says: "an id that is spelled otherwise is none",
  },

  "an id is another one's without spaces": {
    tests: faultySessions((sound) => ({
      ...sound,
      end: (id, principal) => sound.end(id.trimEnd(), principal),
    })),
    foundBy: "an id is what it is, letter by letter",
    says: "an id that is spelled otherwise ends nothing",
  },

  "a URI is another one in small letters": {
    tests: faultySessions((sound) => ({
      ...sound,
      update: (id, principal, change) =>
        sound.update(
          id,
          principal,
          "uri" in change
            ? { ...change, uri: change.uri.toLowerCase() }
            : change,
        ),
    })),
    foundBy: "a URI is what it is, letter by letter",
    says: "URIs that differ are two",
  },

  "an end does not end": {
    tests: faultySessions((sound) => ({
      ...sound,
      end: async (id, principal) =>
        (await sound.use(id, principal)) !== undefined,
    })),
    foundBy:
      "a session that has ended is there for nobody, and does not come back",
    says: "an ended session is not found",
  },

  "a session that has ended comes back by a change": {
    tests: faultySessions((sound) => ({
      ...sound,
      async update(id, principal, change) {
        const before = await sound.use(id, principal);
        const done = await sound.update(id, principal, change);
        const isOver = before && !(await sound.use(id, principal));
        if (isOver) await sound.create(before, sampleBounds()).catch(() => {});
        return done;
      },
    })),
    foundBy:
      "of several that end a session at once, one does, and no change undoes it",
    says: "a change at the same time does not undo an end",
  },

  "a change is lost that comes at the same time as another": {
    tests: faultySessions((sound) => ({
      ...sound,
      // Reads and writes are two steps, with another's between them.
      async update(id, principal, change) {
        if (change.kind !== "subscribed")
          return sound.update(id, principal, change);
        const before = await sound.use(id, principal);
        if (!before) return "gone";
        const done = await sound.update(id, principal, change);
        const after = await sound.use(id, principal);
        for (const uri of after?.resources ?? [])
          if (uri !== change.uri && !before.resources.includes(uri))
            await sound.update(id, principal, { kind: "unsubscribed", uri });
        return done;
      },
    })),
    foundBy: "of changes at once none is lost",
    says: "what several processes change at once is all changed",
  },

  "two become the keeper of one session": {
    tests: faultySessions((sound) => ({
      ...sound,
      async update(id, principal, change) {
        if (change.kind !== "keeper")
          return sound.update(id, principal, change);
        const now = await sound.use(id, principal);
        if (now?.keeper !== change.from) return "gone";
        await sound.update(id, principal, change);
        return "done";
      },
    })),
    foundBy: "of several that want to keep a session at once, one does",
    says: "one becomes the keeper, and the others are told that another is",
  },

  "a session is kept in the process that it came to": {
    tests: faultySessions((sound) => {
      const own = new Set<string>();
      return {
        ...sound,
        create(session, bounds) {
          own.add(session.id);
          return sound.create(session, bounds);
        },
        use: async (id, principal) =>
          own.has(id) ? sound.use(id, principal) : undefined,
      };
    }),
    foundBy: "a session is found by every process, as it was told",
    says: "a session is found as it was told",
  },

  "a session is read from what was first told": {
    tests: faultySessions((sound) => ({
      ...sound,
      create(session, bounds) {
        records.set(session.id, session);
        return sound.create(session, bounds);
      },
      use: async (id, principal) =>
        (await sound.use(id, principal)) && records.get(id),
    })),
    foundBy: "a change is seen by every process when it is done",
    says: "a change is seen",
  },

  "a session is never forgotten": {
    tests: faultySessions((sound) => ({
      ...sound,
      create: (session, bounds) =>
        sound.create(session, { ...bounds, idleMs: 60_000 }),
    })),
    foundBy: "a session that nobody uses is forgotten by itself",
    says: "a session that nobody used for `idleMs` is over",
  },

  "a session whose client does not get ready is kept as long as others": {
    tests: faultySessions((sound) => ({
      ...sound,
      create: (session, bounds) =>
        sound.create(session, { ...bounds, openingMs: bounds.idleMs }),
    })),
    foundBy: "a session whose client does not get ready is forgotten sooner",
    says: "one whose client was not ready within `openingMs` is over",
  },

  "use does not keep a session on": {
    tests: faultySessions((sound) => ({
      ...sound,
      create(session, bounds) {
        ends.set(session.id, performance.now() + bounds.idleMs);
        return sound.create(session, bounds);
      },
      use: async (id, principal) =>
        performance.now() < (ends.get(id) ?? 0)
          ? sound.use(id, principal)
          : undefined,
    })),
    foundBy: "use and changes keep a session on, and another's attempts do not",
    says: "use keeps a session on",
  },

  "to look keeps a session on": {
    tests: faultySessions((sound) => ({
      ...knowing(sound),
      async gone(ids) {
        for (const id of ids) await sound.use(id, principals.get(id));
        return sound.gone(ids);
      },
    })),
    foundBy: "to look whether a session is no more keeps it on for nobody",
    says: "one that is only looked at is over after `idleMs`",
  },

  "one that never was is thought to be there": {
    tests: faultySessions((sound) => ({
      ...knowing(sound),
      gone: async (ids) =>
        (await sound.gone(ids)).filter((id) => principals.has(id)),
    })),
    foundBy: "those that are no more are told, and only those",
    says: "one that never was is no more",
  },

  "the bound of a client is not held": {
    tests: faultySessions((sound) => ({
      ...sound,
      create: (session, bounds) =>
        sound.create(session, { ...bounds, maxPerClient: bounds.max }),
    })),
    foundBy: "a client has as many sessions as it may have, in all processes",
    says: "one more is refused where all are in use",
  },

  "sessions are counted in each process": {
    tests: faultySessions((sound) => {
      let count = 0;
      return {
        ...sound,
        async create(session, bounds) {
          if (++count > bounds.max) return { kind: "full", of: "all" };
          return sound.create(session, { ...bounds, max: 10_000 });
        },
      };
    }),
    foundBy: "there are as many sessions as there may be, in all processes",
    says: "one more is refused where all are in use",
  },

  "there is room for two that come at once, where there is room for one": {
    tests: faultySessions((sound) => ({
      ...sound,
      async create(session, bounds) {
        const isFull = (await sound.count()) >= bounds.max;
        if (isFull) return { kind: "full", of: "all" };
        return sound.create(session, { ...bounds, max: 10_000 });
      },
    })),
    foundBy:
      "of several that come at once, as many are kept as there is room for",
    says: "of twelve at once three are kept (all)",
  },

  "one gives way that was used a moment ago": {
    tests: faultySessions((sound) => ({
      ...sound,
      create: (session, bounds) =>
        sound.create(session, { ...bounds, restMs: 0 }),
    })),
    foundBy: "a client has as many sessions as it may have, in all processes",
    says: "one more is refused where all are in use",
  },

  "one of another client with fewer sessions gives way": {
    tests: faultySessions((sound) => ({
      ...sound,
      // For all bounds, everybody is one client.
      create: (session, bounds) =>
        sound.create({ ...session, client: "all" }, bounds),
    })),
    foundBy: "a client that has as many as others gives way to itself",
    says: "its own that was not used for longest gives way",
  },

  "nobody is told who gave way": {
    tests: faultySessions((sound) => ({
      ...sound,
      async create(session, bounds) {
        const kept = await sound.create(session, bounds);
        return kept.kind === "kept" ? { ...kept, displaced: [] } : kept;
      },
    })),
    foundBy:
      "of a client's sessions that one gives way which was not used for longest",
    says: "the one that was not used for longest gives way, and is told",
  },

  "a session may grow as it likes": {
    tests: faultySessions((sound) => ({
      ...sound,
      create: (session, bounds) =>
        sound.create(session, { ...bounds, maxBytes: 1e9 }),
    })),
    foundBy: "a session grows no larger than it may, in bytes",
    says: "a session that may not grow says so",
  },

  "a session is measured in characters": {
    tests: faultySessions((sound) => ({
      ...sound,
      // What counts two bytes for a letter allows twice as much.
      create: (session, bounds) =>
        sound.create(session, { ...bounds, maxBytes: 2 * bounds.maxBytes }),
    })),
    foundBy: "a session grows no larger than it may, in bytes",
    says: "a session takes no more",
  },

  "a session that is not there is made by its first use": {
    tests: faultySessions((sound) => ({
      ...sound,
      use: async (id, principal) =>
        (await sound.use(id, principal)) ?? sampleSession({ id, principal }),
    })),
    foundBy: "a session that is not there is not found, and nothing makes it",
    says: "nothing is used",
  },

  "anybody takes a session from its keeper": {
    tests: faultySessions((sound) => ({
      ...sound,
      async update(id, principal, change) {
        if (change.kind !== "keeper")
          return sound.update(id, principal, change);
        const from = (await sound.use(id, principal))?.keeper ?? "";
        return sound.update(id, principal, { ...change, from });
      },
    })),
    foundBy: "nobody takes a session from a keeper that was not meant",
    says: "a session is not taken from who does not keep it",
  },
};
