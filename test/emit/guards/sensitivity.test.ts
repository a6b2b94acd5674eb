import { expect, it } from "vitest";
import { load } from "../../../src/revisions/load.ts";
import { compare, judgedTypes, type Judged } from "./agreement.ts";
import { emitGuards, loadGuards, type Guard } from "./emitted.ts";
import { runs, seed } from "../../support/random.ts";

/** How many of the emitted checks are left out, one at a time. */
const samples = runs(40, 20);

it("the comparison notices when a guard leaves out one check", async () => {
  const protocol = await load("2025-11-25");
  const { text } = emitGuards(protocol);
  const types = await judgedTypes(protocol);
  const places = refusals(text);
  expect(places.length).toBeGreaterThan(samples);
  const unnoticed: string[] = [];
  for (let i = 0; i < samples; i++) {
    const place = places[Math.floor((i * places.length) / samples)] ?? 0;
    const guards = await loadGuards(withoutRefusal(text, place));
    if (!isNoticed(types, guards, ownerOf(text, place)))
      unnoticed.push(text.slice(place - 200, place + 60));
  }
  // Some checks change no verdict: what they refuse, another one refuses too.
  expect(unnoticed.length, unnoticed.join("\n---\n")).toBeLessThan(
    samples / 10,
  );
});

const refusal = "return fail(";

/** Where the emitted text refuses a value. */
function refusals(text: string): number[] {
  const places: number[] = [];
  let at = text.indexOf(refusal);
  for (; at !== -1; at = text.indexOf(refusal, at + 1)) places.push(at);
  return places;
}

/** `return fail(…)` → `void fail(…)`, after which the check goes on. */
function withoutRefusal(text: string, at: number): string {
  return `${text.slice(0, at)}void fail(${text.slice(at + refusal.length)}`;
}

/** The type whose check stands around a place, if the check belongs to one. */
function ownerOf(text: string, at: number): string {
  const start = text.lastIndexOf("\nfunction check", at);
  const name = text.slice(start + "\nfunction check".length, at);
  return name.slice(0, name.indexOf("("));
}

function isNoticed(
  types: readonly Judged[],
  guards: ReadonlyMap<string, Guard>,
  owner: string,
): boolean {
  const own = types.filter(({ name }) => name === owner);
  const tried = own.length > 0 ? own : types;
  return tried.some((type) => {
    const guard = guards.get(type.name) ?? type.guard;
    return disagrees({ ...type, guard }, 40_000 / tried.length);
  });
}

function disagrees(type: Judged, values: number): boolean {
  try {
    compare(type, values, seed);
    return false;
  } catch {
    return true;
  }
}
