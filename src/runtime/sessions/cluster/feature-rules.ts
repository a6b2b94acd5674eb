import type { ListedFeature } from "../../features/feature-list.ts";
import type { ReceiveRule } from "../../server/resource-access.ts";
import type { Offered } from "../../protocol/scopes/permit.ts";
import type { Visible } from "../../protocol/viewer.ts";

/** Names of the lists in results, by the notification of their change. */
const listsOf: ReadonlyMap<string, readonly string[]> = new Map([
  ["notifications/tools/list_changed", ["tools"]],
  ["notifications/prompts/list_changed", ["prompts"]],
  ["notifications/resources/list_changed", ["resources", "resourceTemplates"]],
]);

/** Maximum number of removed features to remember. */
const maxRemoved = 1_000;

/** Name of a feature in messages between processes: its list and its key there. */
export type FeatureName = readonly [list: string, key: string];

/**
 * Audience of feature changes. Functions cannot be sent to other processes, so the changed
 * features are sent and each process applies its own visibility rules.
 */
export class FeatureRules {
  readonly #offered: Offered;
  /** Content of each list at the last check. */
  readonly #known = new Map<string, ReadonlyMap<string, ListedFeature>>();
  /** Recently removed features, whose own rules decide who is notified of the removal. */
  readonly #removed = new Map<string, ListedFeature>();

  constructor(offered: Offered) {
    this.#offered = offered;
    for (const list of [...listsOf.values()].flat())
      this.#known.set(list, this.#all(list));
  }

  /**
   * Returns the features that were added, removed or replaced since the last call for the same
   * lists.
   */
  changed(method: string): readonly FeatureName[] {
    const lists = listsOf.get(method) ?? [];
    return lists.flatMap((list) =>
      this.#changedIn(list).map((key) => [list, key] as const),
    );
  }

  /**
   * Returns a rule that is true for clients that can see one of the features. A feature that
   * this process never had is visible to no client.
   */
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
    // Moves the feature to the end of the order.
    this.#removed.delete(name);
    this.#removed.set(name, feature);
    const [oldest = name] = this.#removed.keys();
    if (this.#removed.size > maxRemoved) this.#removed.delete(oldest);
  }

  #all(list: string): ReadonlyMap<string, ListedFeature> {
    const all = this.#offered.list(list)?.all() ?? [];
    // The collection lists complete features; clients see a part of them.
    const features = all as readonly ListedFeature[];
    return new Map(features.map((feature) => [feature.key, feature]));
  }
}

function nameOf(list: string, key: string): string {
  return JSON.stringify([list, key]);
}
