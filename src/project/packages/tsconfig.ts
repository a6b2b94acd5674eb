import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { isJsonObject } from "../../base/json-object.ts";
import { nearestWith, readObject } from "../../base/packages/files.ts";
import { isMeant } from "./glob.ts";

/** What a tsconfig.json says, with what it extends. */
export interface Tsconfig {
  readonly file: string;
  /** As they are written, those of a base where it says nothing; undefined when it cannot be read. */
  readonly compilerOptions: CompilerOptions | undefined;
}

export type CompilerOptions = Readonly<Record<string, unknown>>;

interface Config extends Tsconfig {
  readonly compilerOptions: CompilerOptions;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly files?: readonly string[];
  readonly references: readonly string[];
}

/**
 * The tsconfig.json that a file is compiled with: the nearest, or the one of those that
 * it refers to that names the file. Undefined when there is none.
 */
export function tsconfigOf(file: string): Tsconfig | undefined {
  const folder = nearestWith(dirname(file), "tsconfig.json");
  if (folder === undefined) return undefined;
  const place = join(folder, "tsconfig.json");
  const config = readConfig(place, []);
  if (config === undefined) return { file: place, compilerOptions: undefined };
  if (covers(config, file)) return config;
  const referred = config.references.map((path) => readConfig(path, []));
  return referred.find((one) => one && covers(one, file)) ?? config;
}

function readConfig(
  file: string,
  readers: readonly string[],
): Config | undefined {
  const json = readObject(file);
  // One that leads back to itself says nothing that can be relied on.
  if (json === undefined || readers.includes(file)) return undefined;
  const bases: Config[] = [];
  for (const base of listOf(json["extends"]) ?? []) {
    const path = baseFile(base, file);
    const config = path && readConfig(path, [...readers, file]);
    if (!config) return undefined;
    bases.push(config);
  }
  const own = json["compilerOptions"];
  const base = bases.reduce<Partial<Config>>(
    (all, one) => ({
      ...all,
      ...one,
      compilerOptions: { ...all.compilerOptions, ...one.compilerOptions },
    }),
    {},
  );
  const folder = dirname(file);
  const fromHere = (field: string): readonly string[] | undefined =>
    listOf(json[field])?.map((path) => resolve(folder, path));
  const chosen = {
    include: fromHere("include") ?? base.include,
    exclude: fromHere("exclude") ?? base.exclude,
    files: fromHere("files") ?? base.files,
  };
  return {
    ...Object.fromEntries(
      Object.entries(chosen).filter(([, paths]) => paths !== undefined),
    ),
    file,
    compilerOptions: {
      ...base.compilerOptions,
      ...(isJsonObject(own) ? own : {}),
    },
    references: referencesOf(json, folder),
  };
}

function referencesOf(
  { references }: Record<string, unknown>,
  folder: string,
): string[] {
  if (!Array.isArray(references)) return [];
  return references.flatMap((reference: unknown) => {
    const path = isJsonObject(reference) ? reference["path"] : undefined;
    if (typeof path !== "string") return [];
    const place = resolve(folder, path);
    return place.endsWith(".json") ? place : join(place, "tsconfig.json");
  });
}

function covers(
  { file, include, exclude, files }: Config,
  path: string,
): boolean {
  if (files?.includes(path) === true) return true;
  const folder = dirname(file);
  const isAmong = (patterns: readonly string[]): boolean =>
    isMeant(
      slashed(relative(folder, path)),
      patterns.map((pattern) => slashed(relative(folder, pattern)) || "."),
    );
  const all = files === undefined ? [join(folder, "**/*")] : [];
  return isAmong(include ?? all) && !isAmong(exclude ?? []);
}

function slashed(path: string): string {
  return path.replaceAll("\\", "/");
}

/** The file that `extends` names: a path, or a file of a package. */
function baseFile(base: string, file: string): string | undefined {
  const folder = dirname(file);
  if (base.startsWith(".") || isAbsolute(base)) {
    const path = resolve(folder, base);
    return [path, `${path}.json`].find(
      (one) => one.endsWith(".json") && existsSync(one),
    );
  }
  const { resolve: find } = createRequire(file);
  for (const name of [base, `${base}.json`, `${base}/tsconfig.json`])
    try {
      const path = find(name);
      if (path.endsWith(".json")) return path;
    } catch {
      continue;
    }
  return undefined;
}

function listOf(value: unknown): string[] | undefined {
  if (typeof value === "string") return [value];
  if (!Array.isArray(value)) return undefined;
  return value.filter((one) => typeof one === "string");
}
