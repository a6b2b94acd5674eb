import { describe, expect, test } from "vitest";
import { diff, type Change } from "../../../src/compat/protocol-diff/index.ts";
import type { Definitions } from "../../../src/emit/guards/scope/schemas.ts";
import type { Protocol } from "../../../src/schema/model/index.ts";
import { guardedSchemas } from "../../../src/emit/guards/index.ts";
import { createJudge } from "./judge.ts";
import { localOf } from "./local.ts";
import { schemasOnWire } from "./on-wire.ts";
import { pairs } from "./revisions.ts";
import { seed } from "../../support/random.ts";

/** Both ways: what was added is removed on the way back. */
const ways = pairs.flatMap(({ before, after }) => [
  { before, after },
  { before: after, after: before },
]);

describe.each(ways)(
  "from $before.revision to $after.revision",
  ({ before, after }) => {
    test("each change inside a type does to generated values what its rule says", () => {
      const [old, now] = [typesOnWire(before), typesOnWire(after)];
      // A type that both have is as it was: each of its changes is judged by itself.
      const judge = createJudge(
        new Map([...now, ...declaredOf(before, old)]),
        seed,
      );
      const changes = ownChanges(diff(before, after).changes);
      const wrong = changes.flatMap((change) => {
        const local = localOf(change, old, now);
        const { olderReceivers, olderSenders } = judge(local);
        return olderReceivers === change.effect.olderReceivers &&
          olderSenders === change.effect.olderSenders
          ? []
          : [JSON.stringify({ change, local, olderReceivers, olderSenders })];
      });
      expect(wrong).toEqual([]);
      expect(changes.length).toBeGreaterThan(5);
    });
  },
);

function typesOnWire(protocol: Protocol): Definitions {
  return schemasOnWire(guardedSchemas(protocol), protocol);
}

/** Changes inside types; what a base changes too is judged there. */
function ownChanges(changes: readonly Change[]): Change[] {
  return changes.filter(
    ({ kind, subject, where, inheritedFrom }) =>
      where.method === undefined &&
      inheritedFrom === undefined &&
      ["params", "field", "union member", "enum member", "type"].includes(
        subject,
      ) &&
      kind !== "documentation" &&
      (kind === "changed" || subject !== "type"),
  );
}

/** Params that stand inline have a name that the other revision may declare. */
function declaredOf(protocol: Protocol, types: Definitions): Definitions {
  const names = new Set(protocol.declarations.map(({ name }) => name));
  return new Map([...types].filter(([name]) => names.has(name)));
}
