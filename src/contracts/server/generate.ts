import { writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { InputError } from "../../base/diagnostics/error.ts";
import type { ImportExtension, Target } from "../../emit/print/module.ts";
import { canonicalText } from "../../schema/json-schema/index.ts";
import type { UnknownPosition } from "../../emit/schema-types/index.ts";
import type { GeneratedFile } from "../../emit/output/index.ts";
import { isSystemError, withOutputErrors } from "../../emit/output/error.ts";
import { describedRuntime, runtimeModule } from "../runtime.ts";
import {
  readDescription,
  withoutServedInstances,
  type Description,
} from "../snapshot/index.ts";
import { settingsOf, unusual } from "./settings.ts";
import {
  checkDescribed,
  writeDescribed,
  type Described,
  type DescribedCheck,
} from "../write.ts";
import { serverFiles } from "./files.ts";
import { handlersFile } from "./handlers-file.ts";
import { listable } from "./listable.ts";
import { planServer, type ServerPlan } from "./plan.ts";

/** What a server is made of, and where it goes. */
export interface ServerGeneration {
  /**
   * What it lists, as JSON or as its text: a snapshot, an object of `tools`, `prompts`,
   * `resources` and `resourceTemplates` as lists have them, or a list of tools.
   */
  description: string | object;
  /**
   * What messages call it.
   *
   * @default "description"
   */
  file?: string;
  /**
   * The folder that is written.
   *
   * @default nothing is written
   */
  out?: string;
  /**
   * What its functions are named after.
   *
   * @default the last name of the folder, or else that of the server
   */
  name?: string;
  /**
   * The package or the module that it imports the runtime from.
   *
   * @default what was chosen before, or the package that the project has
   */
  runtime?: string;
  /**
   * The language.
   *
   * @default as before, else `"ts"`
   */
  target?: Target;
  /**
   * What relative imports end with.
   *
   * @default as before, else `".js"`
   */
  importExtension?: ImportExtension;
  /**
   * Whether descriptions become comments.
   *
   * @default as before, else `true`
   */
  docs?: boolean;
}

/** What was generated of a description. */
export interface ServerReport {
  /** Each file, and what became of it; that of the handlers is `kept` where it is there. */
  files: GeneratedFile[];
  /** What goes unchecked, a line each. */
  notes: readonly string[];
  /** Where a type is wider than its schema. */
  unknowns: readonly UnknownPosition[];
}

/** How a folder stands to what its description gives. */
export interface ServerCheck extends DescribedCheck {
  /** What goes unchecked, a line each. */
  readonly notes: readonly string[];
}

/**
 * Makes a server of what it is to list: types and guards of what its tools take and give, a
 * function that makes it of handlers, and once a file with handlers to fill in. Writes them
 * where `out` names a folder: all or none. Throws an `InputError` or an `OutputError`.
 */
export async function generateServer(
  options: ServerGeneration & {
    /**
     * Whether to replace generated files that someone has edited since.
     *
     * @default false
     */
    force?: boolean;
  },
): Promise<ServerReport> {
  const { out, force = false } = options;
  const { plan, described, handlers, unknowns } = await generated(options);
  const { notes } = plan;
  if (out === undefined) {
    const all = [...described.files, handlers];
    const files = all.map((file) => ({ ...file, status: "emitted" as const }));
    return { files, notes, unknowns };
  }
  const files = await writeDescribed(out, described, { force });
  return { files: [...files, writeOnce(out, handlers)], notes, unknowns };
}

/** Compares a folder with what its description gives, and writes nothing. Throws as `generateServer` does. */
export async function checkServer(
  options: ServerGeneration & {
    /** The folder that is compared. */
    out: string;
  },
): Promise<ServerCheck> {
  const { plan, described } = await generated(options);
  return {
    ...(await checkDescribed(options.out, described)),
    notes: plan.notes,
  };
}

interface Generated {
  readonly plan: ServerPlan;
  readonly described: Described;
  /** What is its author's from then on. */
  readonly handlers: { readonly path: string; readonly text: string };
  readonly unknowns: readonly UnknownPosition[];
}

async function generated(options: ServerGeneration): Promise<Generated> {
  const { description: given, file = "description", out } = options;
  const whole = readDescription(textOf(given, file), file);
  const { description, notes } = await listable(withoutServedInstances(whole));
  const settings = settingsOf(options);
  const { target, importExtension, docs } = settings;
  const name = settings.name ?? nameOf(description, out);
  const plan = planServer(name, description, notes);
  const runtime = describedRuntime(options.runtime, "server", out);
  const { files, unknowns } = serverFiles(plan, {
    target,
    importExtension,
    docs,
    runtime: runtimeModule(runtime),
  });
  return {
    plan,
    unknowns,
    described: {
      files,
      runtime,
      made: { by: "server", options: unusual(settings) },
      source: { kind: "description", text: canonicalText(description) },
    },
    handlers: {
      path: `handlers.${target}`,
      text: handlersFile(plan, settings),
    },
  };
}

/** As JSON. Throws an InputError for what cannot be that. */
function textOf(description: string | object, file: string): string {
  if (typeof description === "string") return description;
  try {
    return JSON.stringify(description);
  } catch (cause) {
    throw new InputError(
      "invalid-description",
      `${file} describes no server: it is deeper than JSON is read, or holds itself`,
      { cause },
    );
  }
}

/** The last name of the folder says what it is; without one the server does. */
function nameOf({ server }: Description, out: string | undefined): string {
  const folder = out === undefined ? "" : basename(resolve(out));
  // `weather-server` makes a `createWeatherServer`, too.
  const name = folder.replace(/[-_.]?server$/i, "");
  return name || server?.name || "described";
}

/** Writes a file that is its author's from then on: one that is there stays. */
function writeOnce(
  out: string,
  { path, text }: { readonly path: string; readonly text: string },
): GeneratedFile {
  return withOutputErrors(() => {
    try {
      writeFileSync(join(out, path), text, { flag: "wx" });
      return { path, status: "created", text };
    } catch (error) {
      if (!isSystemError(error, "EEXIST")) throw error;
      return { path, status: "kept" };
    }
  });
}
