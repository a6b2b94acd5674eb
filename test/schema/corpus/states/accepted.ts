import { rmSync } from "node:fs";
import { compile, lastingFolderOf } from "../../../support/typescript.ts";
import type { State } from "./state.ts";

/** What the compiler has against each state: the lines where it complains, none where it is sound. */
export async function complaintsOf(
  states: readonly State[],
): Promise<readonly ReadonlySet<number>[]> {
  const lines = states.map(() => new Set<number>());
  for (;;) {
    // Where one file cannot be read, the compiler says of no file whether its types are sound.
    const unread = states.flatMap(({ text }, index) =>
      lines[index]?.size === 0 ? [{ path: `s${index}.ts`, text }] : [],
    );
    const folder = lastingFolderOf(unread);
    const told = await compile(folder, schemaAlone);
    rmSync(folder, { recursive: true, force: true });
    const places = told.flatMap((line) => {
      const [, index, place] = /^s(\d+)\.ts\((\d+),/.exec(line) ?? [];
      return index === undefined
        ? []
        : [[Number(index), Number(place)] as const];
    });
    for (const [index, place] of places) lines[index]?.add(place);
    if (places.length === 0) return lines;
  }
}

/** Strict as the specification's own repository is, and no more. */
const schemaAlone: Readonly<Record<string, unknown>> = {
  noEmit: true,
  emitDeclarationOnly: false,
  declaration: false,
  isolatedDeclarations: false,
  noUnusedLocals: false,
  erasableSyntaxOnly: false,
  types: [],
};
