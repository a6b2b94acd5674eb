import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync, inflateSync } from "node:zlib";
import { InputError, UsageError } from "../../base/diagnostics/error.ts";
import {
  generatedMark,
  lintMarks,
  runtimeParts,
  type EmitName,
  type EmitOptions,
  type EmittedFile,
  type RuntimePart,
} from "../../emit/index.ts";
import type { ExtensionModel } from "../../schema/model/index.ts";
import {
  bundledExtensions,
  loadBundledExtension,
} from "../../revisions/extensions.ts";
import {
  optionalPeers,
  packageRoot,
  packageVersion,
} from "../../base/package.ts";
import type { RequiredPackage } from "../packages/lacks.ts";
import { lightPackage } from "../../base/package.ts";
import { isLight } from "./runtime-choice.ts";

// The outputs that import the runtime.
const stubs: readonly EmitName[] = ["server", "client", "registry"];

interface Part {
  /** Whether a file of the runtime, by its path in there, is of this part. */
  has(path: string): boolean;
  readonly packages: readonly string[];
  /** Rooms that it stands on, though no extension of the project needs them. */
  readonly rooms?: readonly string[];
}

/** The room that every extension needs. */
const extensionRoom = "extension";

const parts: Readonly<Record<RuntimePart, Part>> = {
  auth: {
    // What protects a server imports no package: each copy has it.
    has: (path) => /^auth\/(?!server[./])/.test(path),
    packages: ["oauth4webapi", "jose"],
  },
  cluster: {
    has: (path) =>
      ["cluster", "redis", "sessions", "stores/redis"].some((folder) =>
        isIn(folder, path),
      ),
    packages: ["@redis/client"],
    rooms: [extensionRoom, "tasks"],
  },
  otel: {
    has: (path) => isIn("otel", path),
    packages: ["@opentelemetry/api"],
  },
};

/**
 * The runtime that the stubs import, when it shall be copied: its sources, or for
 * JavaScript what they were built to. Throws a `UsageError` when a part of it is asked
 * for and it is not copied, and an `InputError` when it has not been built.
 */
export function runtimeFiles(
  options: EmitOptions,
  extensions: readonly ExtensionModel[] = [],
): EmittedFile[] {
  const { target, importExtension } = options;
  if (!isCopied(options)) {
    assertNoParts(options);
    return [];
  }
  const extension =
    target === "js" && importExtension === ".ts" ? ".js" : importExtension;
  const ending = extension === "none" ? "" : extension;
  const header = [
    ...lintMarks,
    `// The runtime of mcp-gen ${packageVersion()}.`,
    "//",
    `// ${generatedMark}`,
    "\n",
  ].join("\n");
  const left = runtimeParts.filter((name) => !options.with.includes(name));
  const needed = [
    ...roomsOf(extensions),
    ...options.with.flatMap((name) => parts[name].rooms ?? []),
  ];
  const idle = roomsOf(bundledExtensions().map(loadBundledExtension)).filter(
    (room) => !needed.includes(room),
  );
  const isWanted = (path: string): boolean =>
    !left.some((name) => parts[name].has(path)) &&
    !idle.some((room) => isIn(room, path));
  const files = target === "ts" ? sources(isWanted) : built(isWanted);
  return files.map(({ path, text }) => ({
    path: `runtime/${path}`,
    text: header + withExtension(text, ending),
  }));
}

/** The rooms of the runtime that only these extensions need. */
function roomsOf(extensions: readonly ExtensionModel[]): string[] {
  if (extensions.length === 0) return [];
  const behaviours = extensions.flatMap(({ facts }) =>
    facts.behaviour === undefined ? [] : [facts.behaviour.module],
  );
  return [extensionRoom, ...behaviours];
}

/** Whether a file is the entry of a room, or in it. */
function isIn(room: string, path: string): boolean {
  return path.startsWith(`${room}/`) || path.startsWith(`${room}.`);
}

/** Whether there are stubs, which run on the runtime. */
export function hasStubs({ emit }: Pick<EmitOptions, "emit">): boolean {
  return stubs.some((name) => emit.includes(name));
}

/** The packages that the stubs import, or the copy of the runtime does, each once. */
export function requiredPackages(options: EmitOptions): RequiredPackage[] {
  const { runtime } = options;
  const own = isLight(runtime)
    ? lightPackage
    : /^mcp-gen(?=\/|$)/.exec(runtime)?.[0];
  // What was generated is sure to fit the runtime of the same version.
  if (own !== undefined && hasStubs(options))
    return [{ name: own, range: packageVersion() }];
  const peers = optionalPeers();
  const names = options.with.flatMap((name) => parts[name].packages);
  return [...new Set(names)].map((name) => ({
    name,
    range: peers[name] ?? "",
  }));
}

export function isCopied(options: EmitOptions): boolean {
  return options.runtime === "copy" && hasStubs(options);
}

function assertNoParts(options: EmitOptions): void {
  const [part] = options.with;
  if (part === undefined) return;
  throw new UsageError(
    "invalid-option",
    `The runtime is not copied, and so there is no ${part} to copy with it`,
    {
      hint:
        options.runtime === "copy"
          ? `emit ${stubs.join(" or ")} as well, which run on it`
          : `leave "with" out: ${part} is where the rest of the runtime is imported from (${options.runtime}); or ask for a copy of it: the runtime "copy"`,
    },
  );
}

function sources(has: (path: string) => boolean): EmittedFile[] {
  const folder = fileURLToPath(new URL("src/runtime/", packageRoot));
  return namesIn(folder, "")
    .filter((path) => path.endsWith(".ts") && has(path))
    .sort()
    .map((path) => ({ path, text: readFileSync(folder + path, "utf8") }));
}

/** The files of a folder and of those inside it, without a look at each of them. */
function namesIn(folder: string, inside: string): string[] {
  const entries = readdirSync(folder + inside, { withFileTypes: true });
  return entries.flatMap((entry) =>
    entry.isDirectory()
      ? namesIn(folder, `${inside}${entry.name}/`)
      : [inside + entry.name],
  );
}

/**
 * Texts by their paths, in one file: they were a third of those of the package. Each is
 * made from its source, and can be read beside no other.
 */
function built(has: (path: string) => boolean): EmittedFile[] {
  const file = new URL("dist/runtime.json.br", packageRoot);
  const folder = new URL("src/runtime/", packageRoot);
  try {
    const json = brotliDecompressSync(readFileSync(file)).toString();
    const texts = JSON.parse(json) as { readonly [path: string]: string };
    const wanted = Object.entries(texts).filter(([path]) => has(path));
    return wanted.map(([path, packed]) => {
      const source = path.replace(/(\.d)?\.[jt]s$/, ".ts");
      const dictionary = readFileSync(new URL(source, folder));
      const bytes = Buffer.from(packed, "base64");
      return { path, text: inflateSync(bytes, { dictionary }).toString() };
    });
  } catch (cause) {
    throw new InputError(
      "unreadable",
      `There is no runtime of these sources in ${fileURLToPath(file)}`,
      { hint: "build mcp-gen first: npm run build", cause },
    );
  }
}

// Our own files, whose imports of each other all have this form: a test compiles them.
function withExtension(text: string, ending: string): string {
  return text.replace(/( from "\.\.?\/[^"]+)\.[jt]s";$/gm, `$1${ending}";`);
}
