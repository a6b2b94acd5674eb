import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";

/** What the bundled revisions have, for tables that say since when. */
export interface Revisions {
  /** Oldest first. */
  readonly ids: readonly string[];
  /** The revisions in which a message goes one of some ways. */
  withMethod(
    method: string,
    directions: readonly Direction[],
  ): readonly string[];
}

/** As models have it: what is `embedded` travels inside another message. */
export type Direction =
  "clientToServer" | "serverToClient" | "both" | "embedded";

interface Message {
  readonly method: string;
  readonly direction: Direction;
}

interface Model {
  readonly requests: readonly Message[];
  readonly notifications: readonly Message[];
}

/** Reads the protocols that are generated, as data. */
export function readRevisions(repository: string): Revisions {
  const folder = path.join(repository, "generated");
  const ids = readdirSync(folder)
    .filter((name) => /^\d{4}-\d{2}-\d{2}$/.test(name))
    .sort();
  const models = ids.map((id) => {
    const file = path.join(folder, id, "protocol.json");
    // Written by the emitters, whose types say so.
    const model = JSON.parse(readFileSync(file, "utf8")) as Model;
    return { id, messages: [...model.requests, ...model.notifications] };
  });
  return {
    ids,
    withMethod: (method, directions) =>
      models
        .filter(({ messages }) =>
          messages.some(
            (one) =>
              one.method === method && directions.includes(one.direction),
          ),
        )
        .map(({ id }) => id),
  };
}

/** Since when something is there, and until when. */
export function spanOf({ ids }: Revisions, having: readonly string[]): string {
  const [first] = having;
  const last = having.at(-1);
  if (first === undefined || last === undefined) return "";
  const whole = ids.slice(ids.indexOf(first), ids.indexOf(last) + 1);
  if (whole.length !== having.length) return having.join(", ");
  if (first === last && last !== ids.at(-1)) return `${first} only`;
  if (last === ids.at(-1)) return `since ${first}`;
  return `${first} to ${last}`;
}
