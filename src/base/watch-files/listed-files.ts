import { realpathSync, watch, type FSWatcher } from "node:fs";
import { basename, dirname } from "node:path";
import { Burst } from "./burst.ts";
import { stampOf, statsOf } from "./stamp.ts";

/** Editors write a file in steps: it is looked at when they are done. In milliseconds. */
const times = { quiet: 25, longest: 150 };

/** How long a file may be gone that is about to be replaced, in milliseconds. */
const absence = 150;

/** Not every file system tells of changes, and a folder that was replaced does not. */
const lookTime = 500;

/** A folder with files that count. */
interface Folder {
  /** Which folder was there: another one may take its name. */
  readonly identity: string | undefined;
  readonly watcher: FSWatcher | undefined;
}

/**
 * Tells of files that are new, gone, or hold something else. They are named, and need not be
 * there: also those whose folder is not there yet, or is replaced by another.
 */
export class ListedFiles {
  readonly #burst: Burst;
  /** The state of each file that was told of, or that it had when it was listed. */
  #stamps = new Map<string, string>();
  /** By folder, the files in it whose change counts. */
  #places = new Map<string, Set<string>>();
  readonly #folders = new Map<string, Folder>();
  readonly #timer: NodeJS.Timeout;
  readonly #changed: (paths: ReadonlySet<string>) => void;
  /** What has changed, while a file is gone. */
  #held = new Set<string>();
  #waiting: NodeJS.Timeout | undefined;

  /** Calls `changed` with the paths that have changed at once. */
  constructor(changed: (paths: ReadonlySet<string>) => void) {
    this.#changed = changed;
    this.#burst = new Burst(times, (paths) => this.#over(paths));
    this.#timer = setInterval(() => this.#look(), lookTime);
  }

  /**
   * From now on these files count, and no others; a change since they were in the state that
   * is given with them is told as well. Of what we have `written` ourselves it is not.
   */
  list(
    files: ReadonlyMap<string, string>,
    written: ReadonlyMap<string, string> = new Map(),
  ): void {
    this.#stamps = new Map(
      [...files].map(([path, stamp]) => [
        path,
        written.get(path) ?? this.#stamps.get(path) ?? stamp,
      ]),
    );
    this.#look();
  }

  close(): void {
    clearInterval(this.#timer);
    clearTimeout(this.#waiting);
    this.#burst.cancel();
    for (const { watcher } of this.#folders.values()) watcher?.close();
  }

  /** What is replaced is back in no time, and then there is nothing to tell but that. */
  #over(paths: ReadonlySet<string>): void {
    for (const path of paths) this.#held.add(path);
    const isThere = [...this.#held].every((path) => stampOf(path) !== "none");
    if (isThere) this.#tell();
    else this.#waiting ??= setTimeout(() => this.#tell(), absence);
  }

  #tell(): void {
    clearTimeout(this.#waiting);
    this.#waiting = undefined;
    const paths = this.#held;
    this.#held = new Set();
    this.#changed(paths);
  }

  #look(): void {
    this.#places = new Map();
    for (const path of this.#stamps.keys())
      for (const place of new Set([path, targetOf(path)])) {
        const folder = dirname(place);
        const names = this.#places.get(folder) ?? new Set();
        this.#places.set(folder, names.add(basename(place)));
      }
    for (const [folder, { watcher }] of this.#folders) {
      if (this.#places.has(folder)) continue;
      watcher?.close();
      this.#folders.delete(folder);
    }
    for (const folder of this.#places.keys()) this.#attach(folder);
    this.#compare();
  }

  #attach(folder: string): void {
    const known = this.#folders.get(folder);
    const identity = identityOf(folder);
    if (known !== undefined && known.identity === identity) return;
    known?.watcher?.close();
    const watcher = identity === undefined ? undefined : this.#watch(folder);
    this.#folders.set(folder, { identity, watcher });
  }

  #watch(folder: string): FSWatcher | undefined {
    try {
      const watcher = watch(folder, (_, name) => {
        const names = this.#places.get(folder);
        if (name === null || names?.has(name) === true) this.#compare();
      });
      // A folder that goes away takes its watcher along: it is looked for again.
      watcher.on("error", () => {
        watcher.close();
        this.#folders.delete(folder);
      });
      return watcher;
    } catch {
      // The system watches no more of them: it is looked at from time to time.
      return undefined;
    }
  }

  #compare(): void {
    for (const [path, known] of this.#stamps) {
      const stamp = stampOf(path);
      if (stamp === known) continue;
      this.#stamps.set(path, stamp);
      this.#burst.add(path);
    }
  }
}

/** A number alone may be given to the next folder of that name. */
function identityOf(folder: string): string | undefined {
  const stats = statsOf(folder);
  return stats && `${stats.ino} ${stats.birthtimeMs}`;
}

/** Where the file is that a link leads to: that one is written, and the link stays as it is. */
function targetOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
