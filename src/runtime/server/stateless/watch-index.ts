import { wholesOf } from "../../protocol/revision/changes.ts";
import { normalizeUri } from "../../protocol/uri.ts";

/** Watchers of resources, by the normal form of a URI. */
export class WatchIndex<Watcher extends object> {
  /** One watcher is the usual case, and takes no set. */
  readonly #byUri = new Map<string, Watcher | Set<Watcher>>();

  add(spelling: string, watcher: Watcher): void {
    const uri = normalizeUri(spelling);
    const known = this.#byUri.get(uri);
    if (known === undefined) this.#byUri.set(uri, watcher);
    else if (known instanceof Set) known.add(watcher);
    else this.#byUri.set(uri, new Set([known, watcher]));
  }

  remove(spelling: string, watcher: Watcher): void {
    const uri = normalizeUri(spelling);
    const known = this.#byUri.get(uri);
    const isLast = known instanceof Set && known.delete(watcher) && !known.size;
    if (known === watcher || isLast) this.#byUri.delete(uri);
  }

  /** Those who watch a resource, or one that it is a part of: each once. */
  find(uri: string): ReadonlySet<Watcher> {
    const found = new Set<Watcher>();
    for (const whole of wholesOf(uri)) {
      const known = this.#byUri.get(whole);
      if (known instanceof Set) for (const one of known) found.add(one);
      else if (known) found.add(known);
    }
    return found;
  }
}
