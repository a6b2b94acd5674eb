import { describe, expect, test } from "vitest";
import type { Diagnostic } from "../../../src/index.ts";
import {
  complaints,
  generated,
  type Outcome,
  type Setting,
} from "../../lab/removal/judge.ts";
import { needs } from "../../support/official-files.ts";
import { officialRevisions, officialSchema } from "../../support/spec.ts";
import { complaintsOf } from "./states/accepted.ts";
import { breaks } from "./states/breaks.ts";
import { chimeras } from "./states/chimeras.ts";
import { statesBetween } from "./states/hunks.ts";
import { numbers, type Random } from "./states/numbers.ts";
import { slips } from "./states/slips.ts";
import { slipped, type State } from "./states/state.ts";

/** How many times what a run does without more. */
const runs = Number(process.env["MCP_GEN_RUNS"] ?? 1);
const timeout = Math.max(1, runs) * 10 * 60_000;

const revisions = officialRevisions();
/** How many states of a kind are looked at, of each pair. */
const share = Math.max(1, 2 * runs);
/** Neighbours, there and back. */
const pairs = revisions.slice(1).flatMap((after, index) => {
  const before = revisions[index] ?? after;
  return [[before, after] as const, [after, before] as const];
});

/** What is found between a revision and its neighbour, by the way that it was made. */
const kinds: Readonly<
  Record<string, (from: string, to: string, random: Random) => State[]>
> = {
  "a diff that is taken in part": (from, to, random) =>
    statesBetween(from, to, share, random),
  "declarations of both": (from, to, random) =>
    chimeras(from, to, share, random),
  "a slip": (from, _, random) => slipped(from, slips, share, random),
};

describe("a schema between two revisions", needs("schemas"), () => {
  test.each(Object.entries(kinds))(
    "generates and compiles: %s",
    async (kind, statesOf) => {
      const random = numbers(kind);
      const some = pairs.flatMap(([from, to]) =>
        statesOf(officialSchema(from), officialSchema(to), random).map(
          (state) => ({ ...state, from, to }),
        ),
      );
      const lines = await complaintsOf(some);
      const sound = some.filter((_, index) => lines[index]?.size === 0);
      expect(sound.length).toBeGreaterThan(some.length / 4);

      const outcomes: Outcome[] = [];
      for (const [index, { text, from, to }] of sound.entries())
        outcomes.push(
          await generated(text, settingOf(from, to, index), {
            emit: ["standard", "json-schema", "protocol", "server", "client"],
            docs: true,
          }),
        );
      expect(
        outcomes.flatMap(({ diagnostics }, index) => {
          const errors = errorsOf(diagnostics).map(
            ({ message, excerpt }) => `${message}: ${excerpt?.line}`,
          );
          return errors.length === 0 ? [] : [[sound[index]?.name, ...errors]];
        }),
      ).toEqual([]);
      const told = await complaints(outcomes);
      expect(
        told.flatMap((problems, index) =>
          problems.length === 0
            ? []
            : [[sound[index]?.name, ...problems.slice(0, 3)]],
        ),
      ).toEqual([]);
    },
    timeout,
  );

  test(
    "is refused where it breaks",
    async () => {
      const random = numbers("breaks");
      const all = revisions.flatMap((revision) =>
        slipped(officialSchema(revision), breaks, Math.ceil(5 * runs), random),
      );
      const lines = await complaintsOf(all);
      expect(lines.filter((places) => places.size > 0).length).toBeGreaterThan(
        all.length / 2,
      );
      const elsewhere: unknown[] = [];
      for (const [index, { name, text }] of all.entries()) {
        const places = lines[index];
        if (places === undefined || places.size === 0) continue;
        const { diagnostics } = await generated(text, { revision: "word" });
        const ours = errorsOf(diagnostics).map(
          ({ position }) => position?.line,
        );
        if (!ours.some((line) => line !== undefined && places.has(line)))
          elsewhere.push([name, [...places], ours]);
      }
      expect(elsewhere).toEqual([]);
    },
    timeout,
  );
});

function errorsOf(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.filter(({ severity }) => severity === "error");
}

/** Alone and with a neighbour, under its own id and before, behind and beside all others. */
function settingOf(from: string, to: string, index: number): Setting {
  const ids = [from, "1999-01-01", "2099-01-01", "word"];
  const revision = ids[index % ids.length] ?? from;
  const isAlone = index % 8 < 4;
  return { revision, beside: isAlone ? [] : [to] };
}
