import type { ListedFeature } from "../../features/feature-list.ts";
import type { ReceiveRule } from "../../server/resource-access.ts";
import type { Offered } from "../../protocol/scopes/permit.ts";
import type { Visible } from "../../protocol/viewer.ts";

/** The lists that a change is of, by the names that results have for them. */
const listsOf: ReadonlyMap<string, readonly string[]> = new Map([
  ["notifications/tools/list_changed", ["tools"]],
  ["notifications/prompts/list_changed", ["prompts"]],
  ["notifications/resources/list_changed", ["resources", "resourceTemplates"]],
]);

/** How many features that were taken away are remembered. */
const maxRemoved = 1_000;

/** A feature, as another process names it: its list, and its key in that. */
export type FeatureName = readonly [list: string, key: string];

/**
 * Who may hear of changes of features: each process judges by the rules of its own.
 * A function cannot be told to others, but which features changed can.
 */
export class FeatureRules {
  readonly #offered: Offered;
  /** What each list had when it was last looked at. */
  readonly #known = new Map<string, ReadonlyMap<string, ListedFeature>>();
  /** What was there lately: who may hear that it is gone, its own rule says. */
  readonly #removed = new Map<string, ListedFeature>();

  constructor(offered: Offered) {
    this.#offered = offered;
    for (const list of [...listsOf.values()].flat())
      this.#known.set(list, this.#all(list));
  }

  /** What was added, removed or replaced since this was last asked about the same lists. */
  changed(method: string): readonly FeatureName[] {
    const lists = listsOf.get(method) ?? [];
    return lists.flatMap((list) =>
      this.#changedIn(list).map((key) => [list, key] as const),
    );
  }

  /** Whether somebody may hear of changes of these: of what this process never had, nobody. */
  audienceOf(features: readonly FeatureName[]): ReceiveRule {
    const rules = features.flatMap(([list, key]) => this.#ruleOf(list, key));
    return async (viewer) => {
      for (const rule of rules) if ((await rule(viewer)) === true) return true;
      return false;
    };
  }

  #ruleOf(list: string, key: string): readonly Visible[] {
    const feature =
      this.#all(list).get(key) ??
      this.#known.get(list)?.get(key) ??
      this.#removed.get(nameOf(list, key));
    return feature ? [feature.visible ?? (() => true)] : [];
  }

  #changedIn(list: string): readonly string[] {
    const before = this.#known.get(list) ?? new Map<string, ListedFeature>();
    const after = this.#all(list);
    this.#known.set(list, after);
    for (const [key, feature] of before)
      if (!after.has(key)) this.#remember(nameOf(list, key), feature);
    const keys = new Set([...before.keys(), ...after.keys()]);
    return [...keys].filter((key) => before.get(key) !== after.get(key));
  }

  #remember(name: string, feature: ListedFeature): void {
    // The newest is behind all others.
    this.#removed.delete(name);
    this.#removed.set(name, feature);
    const [oldest = name] = this.#removed.keys();
    if (this.#removed.size > maxRemoved) this.#removed.delete(oldest);
  }

  #all(list: string): ReadonlyMap<string, ListedFeature> {
    const all = this.#offered.list(list)?.all() ?? [];
    // What a collection lists are features, of which others see less.
    const features = all as readonly ListedFeature[];
    return new Map(features.map((feature) => [feature.key, feature]));
  }
}

function nameOf(list: string, key: string): string {
  return JSON.stringify([list, key]);
}
