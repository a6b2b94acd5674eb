import { expect } from "vitest";
import type { Driver, Heard } from "../clients/driver.ts";
import type { Place } from "../place.ts";
import type { RevisionModel } from "../revision.ts";
import { patient } from "../../runtime/wait.ts";

/** One row of the interop table: a feature, and what it is to work. */
export interface Feature<Where extends Place = Place> {
  readonly name: string;
  /** Whether the revision has it at all. */
  readonly isIn: (revision: RevisionModel) => boolean;
  /** What it returns is a note on the cell: where a peer is at fault. */
  readonly check: (subject: Subject<Where>) => Promise<string | void>;
}

/** A client that is connected to a server. */
export interface Subject<Where extends Place = Place> {
  readonly driver: Driver;
  readonly revision: RevisionModel;
  readonly place: Where;
  /** Makes one more client of the same kind. */
  createDriver(): Driver;
}

export const always = (): boolean => true;
export const text = (value: string): unknown[] => [
  expect.objectContaining({ type: "text", text: value }),
];

/** Waits until the client has heard a notification whose params are these among others. */
export async function hears(
  { heard }: Driver,
  method: string,
  params: object,
): Promise<void> {
  const wanted: Heard =
    Object.keys(params).length > 0 ? { method, params } : { method };
  await expect
    .poll(() => [...heard], patient)
    .toContainEqual(
      expect.objectContaining(
        "params" in wanted
          ? { method, params: expect.objectContaining(params) }
          : { method },
      ),
    );
}

/** Asks to be told of changes, as the lifecycle has it; returns how to end it. */
export async function watch(
  driver: Driver,
  { lifecycle }: RevisionModel,
  filter: { toolsListChanged?: boolean; resourceSubscriptions?: string[] },
): Promise<() => Promise<void>> {
  switch (lifecycle) {
    case "stateless": {
      const listening = await driver.listen(filter);
      return () => listening.close();
    }
    case "handshake": {
      const uris = filter.resourceSubscriptions ?? [];
      for (const uri of uris) await driver.subscribe(uri);
      return async () => {
        for (const uri of uris) await driver.unsubscribe(uri);
      };
    }
    default:
      return lifecycle satisfies never;
  }
}
