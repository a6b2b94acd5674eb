import { extend } from "../extend/index.ts";
import type { ExtendedProtocol } from "../extend/part.ts";
import type { ExtensionModel, Protocol } from "../model/index.ts";
import { spelledTypes } from "./convention-facts.ts";
import { knownFacts } from "../spec/facts/index.ts";
import type { CountedCode } from "./counted.ts";
import {
  codeLines,
  countLayer,
  emitLayers,
  emittedLayers,
  emittedNames,
  linesOnlyIn,
  type Emitted,
  type EmittedLayers,
  type EmittedName,
} from "./emitted-layers.ts";
import { tableNames } from "./fact-kinds.ts";
import { emitterLines } from "./hand-written.ts";
import { retold, withoutKind, type Told } from "./needed-facts.ts";
import { restoreNames, withRenamed } from "./renamed.ts";
import type { DerivedLayer, FactKind } from "./report.ts";

/** How many lines of each layer would read otherwise, or not be there. */
type OtherLines = ReadonlyMap<EmittedName, number>;

/**
 * Prints every layer as it is, without each kind of facts, without all of them, and with
 * other names for the types that the generator knows by name: what changes in its code is
 * what the schema alone does not decide.
 */
export function countDerived(
  { core, extended, neighbour }: Emitted,
  told: Told,
  counted: CountedCode,
): DerivedLayer[] {
  const beside = neighbour === undefined ? {} : { neighbour };
  const whole = { core: retold(core, told.facts), extended, ...beside };
  const bare = emitLayers(whole, false);
  const documented = emitLayers(whole, true);
  const others = (emitted: Emitted): OtherLines =>
    otherLines(bare, () => emitLayers(emitted, false));
  const isSame = (other: Protocol): boolean =>
    JSON.stringify(other) === JSON.stringify(whole.core);
  const byKind = new Map<FactKind, OtherLines>();
  for (const name of tableNames) {
    const without = retold(core, withoutKind(told.facts, name));
    if (!isSame(without)) byKind.set(name, others({ ...whole, core: without }));
  }
  const names = spelledTypes(core, counted);
  const byNames = otherLines(bare, () => emitRenamed(whole, told, names));
  const models = extended.parts.map(({ model }) => model);
  const extensions = others({ ...whole, extended: untold(whole.core, models) });
  const nothing = retold(core, tableNames.reduce(withoutKind, told.facts));
  const byFacts = others({
    ...whole,
    core: nothing,
    extended: untold(whole.core, models),
  });
  byKind.set("conventions", byNames).set("extensions", extensions);
  const printed = emittedNames.filter((name) => bare.get(name)?.length);
  return printed.map((name): DerivedLayer => {
    const facts = [...byKind].filter(([, lines]) => (lines.get(name) ?? 0) > 0);
    return {
      name,
      what: emittedLayers[name].what,
      origin: facts.length > 0 ? "derived-with-facts" : "derived",
      lines: countLayer(bare.get(name) ?? [], documented.get(name) ?? []),
      linesByFacts: byFacts.get(name) ?? 0,
      linesByNames: byNames.get(name) ?? 0,
      facts: facts.map(([kind]) => kind),
      emitter: emitterLines(name, counted),
    };
  });
}

/** The layers of a revision whose conventional names are others, which are put back. */
function emitRenamed(
  { core, neighbour, extended }: Emitted,
  { facts }: Told,
  names: ReadonlySet<string>,
): EmittedLayers {
  const layers = emitLayers(
    {
      core: retold(withRenamed(core, names), facts),
      extended,
      ...(neighbour === undefined
        ? {}
        : { neighbour: retold(withRenamed(neighbour, names), knownFacts) }),
    },
    false,
  );
  return new Map(
    [...layers].map(([name, files]) => [
      name,
      files.map(({ path, text }) => {
        return { path, text: restoreNames(text, names) };
      }),
    ]),
  );
}

function otherLines(
  before: EmittedLayers,
  emit: () => EmittedLayers,
): OtherLines {
  const after = printedOrNothing(emit);
  const code = (layers: EmittedLayers, name: EmittedName): string[] =>
    codeLines(layers.get(name) ?? []);
  return new Map(
    emittedNames.map((name) => [
      name,
      linesOnlyIn(code(before, name), code(after, name)),
    ]),
  );
}

/** What is not told may leave a schema that nothing can be printed of: then all depends on it. */
function printedOrNothing(emit: () => EmittedLayers): EmittedLayers {
  try {
    return emit();
  } catch {
    return new Map();
  }
}

/** The same extensions, told nothing but which revisions they are for. */
function untold(
  core: Protocol,
  models: readonly ExtensionModel[],
): ExtendedProtocol {
  return extend(
    core,
    models.map((model) => {
      const { since, until } = model.facts;
      return {
        ...model,
        facts: {
          ...(since === undefined ? {} : { since }),
          ...(until === undefined ? {} : { until }),
        },
      };
    }),
  );
}
