import { readFileSync } from "node:fs";
import { bundledRevisions } from "../../src/revisions/revisions.ts";

/** What a revision has, as its generated files say. */
export interface RevisionModel {
  readonly id: string;
  readonly lifecycle: "handshake" | "stateless";
  readonly hasRequest: (method: string) => boolean;
  readonly hasNotification: (method: string) => boolean;
  readonly hasProperty: (type: string, property: string) => boolean;
  /** Facts such as "sessions", which no schema tells. */
  readonly hasFact: (name: string) => boolean;
}

function revisionModel(id: string): RevisionModel {
  const protocol = read(id, "protocol.json") as Protocol;
  const { $defs } = read(id, "schema.json") as Schema;
  const methods = (messages: readonly Message[]): Set<string> =>
    new Set(messages.map(({ method }) => method));
  const requests = methods(protocol.requests);
  const notifications = methods(protocol.notifications);
  return {
    id,
    lifecycle: protocol.lifecycle,
    hasRequest: (method) => requests.has(method),
    hasNotification: (method) => notifications.has(method),
    hasProperty: (type, property) =>
      $defs[type]?.properties?.[property] !== undefined,
    hasFact: (name) => protocol.features.includes(name),
  };
}

/** Every revision that is generated, oldest first. */
export function generatedRevisions(): RevisionModel[] {
  return bundledRevisions()
    .filter(({ aliasOf }) => aliasOf === undefined)
    .map(({ id }) => revisionModel(id));
}

/** The newest revision of each lifecycle. */
export function newestRevisions(): RevisionModel[] {
  return generatedRevisions().filter(isNewest);
}

/** Whether none that follows has its lifecycle. */
function isNewest(
  { lifecycle }: RevisionModel,
  at: number,
  all: readonly RevisionModel[],
): boolean {
  return all.slice(at + 1).every((later) => later.lifecycle !== lifecycle);
}

/** Every revision that has sessions, oldest first. */
export function revisionsWithSessions(): RevisionModel[] {
  return generatedRevisions().filter(({ hasFact }) => hasFact("sessions"));
}

interface Message {
  readonly method: string;
}

interface Protocol {
  readonly lifecycle: "handshake" | "stateless";
  readonly requests: readonly Message[];
  readonly notifications: readonly Message[];
  readonly features: readonly string[];
}

interface Schema {
  readonly $defs: {
    readonly [type: string]: {
      readonly properties?: { readonly [name: string]: unknown };
    };
  };
}

function read(id: string, name: string): unknown {
  const file = new URL(`../../generated/${id}/${name}`, import.meta.url);
  return JSON.parse(readFileSync(file, "utf8"));
}
