import { readFileSync, readdirSync, watch, type FSWatcher } from "node:fs";
import {
  basename,
  dirname,
  extname,
  join,
  relative,
  resolve,
  sep,
} from "node:path";
import { Burst } from "./burst.ts";
import { stampOf, statsOf } from "./stamp.ts";

/** What is watched. */
export interface WatchOptions {
  /** The folder whose code counts, with what is in it. */
  root: string;
  /** Files and folders where every file counts, data too. */
  extra: readonly string[];
  /** The file that runs: the folder that it is in counts, whatever its name. */
  file: string | undefined;
}

/** Files on which a program depends, by their endings; data is named by `--watch`. */
const code =
  /^\.([cm]?[jt]sx?|json5|wasm|node|py|rb|go|rs|java|kt|cs|fs|php|ex|exs|swift|dart|lua)$/;
const configuration =
  /^(package|tsconfig.*|jsconfig|deno)\.jsonc?$|^\.env(\..+)?$/;

/** Folders that hold packages, or what others have made. */
const made =
  /^(node_modules|bower_components|dist|build|out|coverage|target|vendor|venv|__pycache__)$/;

/** How many folders are watched at most. */
const folderLimit = 5000;

/** Editors write a file in steps: it is looked at when they are done. */
const quietTime = 60;

/** Tells of files that are new, gone, or hold something else. */
export class FileWatcher {
  readonly #options: WatchOptions;
  readonly #isBuilt: boolean;
  readonly #burst: Burst;
  readonly #watchers = new Map<string, FSWatcher>();
  readonly #stamps = new Map<string, string>();
  #isPartial = false;

  /** Calls `changed` with the path of the first file of several that change at once. */
  constructor(options: WatchOptions, changed: (path: string) => void) {
    this.#options = options;
    this.#isBuilt = isBuilt(options);
    this.#burst = new Burst(
      { quiet: quietTime, longest: Infinity },
      ([first = ""]) => changed(first),
    );
    for (const path of options.extra) this.#addExtra(path);
    this.#addFolder(options.root, false, false);
  }

  /** Whether there were more folders than are watched. */
  get isPartial(): boolean {
    return this.#isPartial;
  }

  close(): void {
    this.#burst.cancel();
    for (const watcher of this.#watchers.values()) watcher.close();
  }

  #addExtra(path: string): void {
    if (stampOf(path) === "folder") {
      this.#addFolder(path, true, false);
      return;
    }
    this.#stamps.set(path, stampOf(path));
    // A file is replaced as often as written: its folder knows.
    this.#watch(path, dirname(path), (name) => {
      if (name === basename(path)) this.#compare(path);
    });
  }

  #addFolder(folder: string, everything: boolean, isNew: boolean): void {
    if (this.#watchers.has(folder)) return;
    if (this.#watchers.size >= folderLimit) {
      this.#isPartial = true;
      return;
    }
    this.#watch(folder, folder, (name) =>
      this.#look(join(folder, name), everything, true),
    );
    for (const name of entriesOf(folder))
      this.#look(join(folder, name), everything, isNew);
  }

  #look(path: string, everything: boolean, isNew: boolean): void {
    const stamp = stampOf(path);
    if (stamp === "folder") {
      if (everything || !leavesOut(path, this.#options))
        this.#addFolder(path, everything, isNew);
    } else if (everything || this.#counts(path)) {
      if (isNew) this.#compare(path);
      else this.#stamps.set(path, stamp);
    }
  }

  /** Sources of what was built do not run: the compiler says when what runs has changed. */
  #counts(path: string): boolean {
    return counts(path) && !(this.#isBuilt && /\.[cm]?tsx?$/.test(path));
  }

  #compare(path: string): void {
    const stamp = stampOf(path);
    if ((this.#stamps.get(path) ?? "none") === stamp) return;
    this.#stamps.set(path, stamp);
    this.#burst.add(path);
  }

  #watch(key: string, folder: string, changed: (name: string) => void): void {
    try {
      const watcher = watch(folder, (_, name) => {
        if (name !== null) changed(name);
      });
      // A folder that goes away takes its watcher along.
      watcher.on("error", () => {
        watcher.close();
        this.#watchers.delete(key);
      });
      this.#watchers.set(key, watcher);
    } catch {
      // It has gone meanwhile, or the system watches no more of them.
      this.#isPartial = true;
    }
  }
}

function counts(path: string): boolean {
  return code.test(extname(path)) || configuration.test(basename(path));
}

/** Whether what runs is JavaScript that a compiler has written. */
function isBuilt({ root, file }: WatchOptions): boolean {
  if (file === undefined || !/\.[cm]?js$/.test(file)) return false;
  const folders = relative(root, dirname(file)).split(sep);
  if (folders.some((name) => made.test(name))) return true;
  const outDir = outDirOf(join(root, "tsconfig.json"));
  if (outDir === undefined) return false;
  const below = relative(resolve(root, outDir), file);
  return below !== "" && !below.startsWith("..");
}

/** It has comments, and is not worth a compiler's start: what it extends is left out. */
function outDirOf(config: string): string | undefined {
  try {
    const text = readFileSync(config, "utf8");
    return /^(?!\s*\/\/).*"outDir"\s*:\s*"([^"]+)"/m.exec(text)?.[1];
  } catch {
    return undefined;
  }
}

function leavesOut(path: string, { file }: WatchOptions): boolean {
  const name = basename(path);
  if (!name.startsWith(".") && !made.test(name)) return false;
  // What runs may be what was built.
  return file === undefined || relative(path, file).startsWith("..");
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** The nearest folder above a file that has a manifest, but not above `limit`. */
export function projectOf(file: string, limit: string): string {
  let folder = dirname(file);
  const isWithin = (path: string): boolean =>
    path === limit || path.startsWith(limit + sep);
  while (isWithin(folder)) {
    if (statsOf(join(folder, "package.json"))) return folder;
    folder = dirname(folder);
  }
  return isWithin(file) ? limit : dirname(file);
}
