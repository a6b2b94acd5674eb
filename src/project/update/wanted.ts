import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { OutputConfig } from "../config/config.ts";
import {
  assertInside,
  projectRoot,
  type ProjectBounds,
} from "../config/inside.ts";
import { lockPath, type Lock } from "../config/lock.ts";
import { configuredPaths } from "../config/plan.ts";
import { sourceName } from "../config/differences.ts";
import { portablePath } from "../config/paths.ts";
import { readConfig, type ReadConfig } from "../config/read-config.ts";
import { readLock } from "../config/read-lock.ts";
import { UsageError } from "../../base/diagnostics/error.ts";
import { suggest } from "../../base/diagnostics/nearest.ts";
import { isAddress } from "../../revisions/fetch.ts";
import { bundledRevisions } from "../../revisions/revisions.ts";
import { specificationUpstream } from "../upstream/upstream.ts";
import { outputOf } from "./locked-output.ts";
import type { UpdateOptions } from "./report.ts";

/** What a project wants, and what its lock says of it. */
export interface Wanted {
  /** The folder that has the lock, in full: paths count from there. */
  readonly folder: string;
  /** Where schemas are looked for, unless an extension says another place. */
  readonly from: string;
  readonly config?: ReadConfig;
  readonly lock?: Lock;
  readonly outputs: readonly OutputConfig[];
  /** The revisions and extensions that are looked up: all of them where that is undefined. */
  readonly only?: ReadonlySet<string>;
  /** The folder that paths stay in. */
  readonly bounds: ProjectBounds;
}

/**
 * What the command line, the configuration and the lock want, in this order. Throws a
 * `UsageError` where they cannot be brought together, or want nothing.
 */
export async function wantedOf(options: UpdateOptions): Promise<Wanted> {
  const cwd = resolve(options.cwd ?? "");
  const config = await readConfig(cwd, options.config);
  const folder = config?.folder ?? cwd;
  const lock = readLock(folder);
  const named = namedOf(options, cwd, folder);
  const bounds = {
    root: projectRoot(folder, cwd),
    allowOutside: options.allowOutside === true,
  };
  const chosen =
    config === undefined ? withLock(named, lock) : withConfig(named, config);
  const paths = chosen.outputs.flatMap(configuredPaths);
  assertInside(paths, folder, config?.name ?? lockPath, bounds);
  return {
    bounds,
    folder,
    from: sourceName(
      folder,
      placed(options.from, cwd, folder) ??
        config?.config.from ??
        lock?.from ??
        specificationUpstream,
    ),
    ...(config !== undefined && { config }),
    ...(lock !== undefined && { lock }),
    ...chosen,
  };
}

/** A folder that is named on the command line counts from there, and not from the lock. */
function placed(
  from: string | undefined,
  cwd: string,
  folder: string,
): string | undefined {
  if (from === undefined) return undefined;
  const path = /^file:\/\//i.test(from) ? fileURLToPath(from) : from;
  const named = sourceName(folder, path);
  if (isAddress(path) || named === path) return path;
  return sourceName(folder, resolve(cwd, path));
}

/** What the caller names himself. */
interface Named {
  readonly out: string | undefined;
  readonly revisions: readonly string[];
  /** The rest of an output, where anything is named. */
  readonly others: Partial<OutputConfig>;
}

type Chosen = Pick<Wanted, "outputs" | "only">;

const optionNames = [
  ...["schemas", "extensions", "facts", "strict", "prettier", "emit"],
  ...["target", "importExtension", "jsonSchema", "docs", "runtime", "with"],
] as const;

function namedOf(options: UpdateOptions, cwd: string, folder: string): Named {
  const { out, revisions = [] } = options;
  const others = Object.fromEntries(
    Object.entries(options).filter(
      ([name, value]) =>
        value !== undefined && optionNames.some((one) => one === name),
    ),
  );
  return {
    out:
      out === undefined ? undefined : portablePath(folder, resolve(cwd, out)),
    revisions: revisions.flatMap((id) =>
      id === "all" ? bundledRevisions().map((one) => one.id) : id,
    ),
    others,
  };
}

function withConfig(named: Named, config: ReadConfig): Chosen {
  const { outputs } = config;
  const { revisions, others } = named;
  const target = targetOf(named, outputs, config.name);
  const [option] = Object.keys(others);
  if (option !== undefined)
    throw new UsageError(
      "invalid-option",
      `${config.name} says what is wanted, also of ${option}`,
      { hint: "change it there; the lock would differ from it otherwise" },
    );
  if (revisions.length === 0) return { outputs };
  if (target === undefined) throw unnamedOut(outputs, config.name);
  const known = idsOf(target);
  const unknown = revisions.find((id) => !known.includes(id));
  if (unknown !== undefined)
    throw new UsageError(
      "unknown-revision",
      `${config.name} does not want ${unknown} for ${target.out}`,
      {
        hint:
          suggest(unknown, known) ??
          `add it to the revisions there; it wants ${known.join(", ") || "none"}`,
      },
    );
  return { outputs, only: new Set(revisions) };
}

function withLock(named: Named, lock: Lock | undefined): Chosen {
  const { out, revisions, others } = named;
  const outputs = (lock?.outputs ?? []).map(outputOf);
  const isNamed = revisions.length > 0 || Object.keys(others).length > 0;
  if (!isNamed && out === undefined) {
    if (outputs.length > 0) return { outputs };
    throw new UsageError("nothing-to-do", "No revision is named", {
      hint: "there is no configuration and no lock: name what is wanted, such as: mcp-gen update 2025-11-25 draft --out src/mcp",
    });
  }
  const found = targetOf(named, outputs);
  if (found === undefined && out === undefined)
    throw unnamedOut(outputs, "mcp-gen.lock.json");
  const target = found ?? { out: out ?? "" };
  const wanted: OutputConfig = {
    ...target,
    ...others,
    revisions: [...new Set([...(target.revisions ?? []), ...revisions])],
  };
  if (found === undefined) return { outputs: [...outputs, wanted] };
  return {
    outputs: outputs.map((one) => (one === found ? wanted : one)),
    ...(revisions.length > 0 && { only: new Set(revisions) }),
  };
}

/** The output that is meant: the one that is named, or the only one. */
function targetOf(
  { out }: Named,
  outputs: readonly OutputConfig[],
  strict?: string,
): OutputConfig | undefined {
  if (out === undefined) return outputs.length === 1 ? outputs[0] : undefined;
  const found = outputs.find((one) => samePath(one.out, out));
  if (found !== undefined || strict === undefined) return found;
  const names = outputs.map((one) => one.out);
  throw new UsageError("invalid-option", `${strict} has no output ${out}`, {
    hint:
      suggest(out, names) ?? `it has ${names.join(", ")}; add another there`,
  });
}

function samePath(one: string, other: string): boolean {
  return portablePath("/", one) === portablePath("/", other);
}

function unnamedOut(
  outputs: readonly OutputConfig[],
  where: string,
): UsageError {
  const names = outputs.map(({ out }) => out);
  return names.length === 0
    ? new UsageError("invalid-option", "No output folder is named", {
        hint: "name it: --out src/mcp",
      })
    : new UsageError(
        "invalid-option",
        `${where} has several outputs: ${names.join(", ")}`,
        { hint: `name the one that is meant: --out ${names[0] ?? ""}` },
      );
}

/** All that can be named of an output: ids of revisions, and of extensions. */
export function idsOf({
  revisions = [],
  schemas = [],
  extensions = [],
}: OutputConfig): string[] {
  return [
    ...revisions,
    ...schemas.map(({ revision }) => revision),
    ...extensions.map((one) => (typeof one === "string" ? one : one.extension)),
  ];
}
