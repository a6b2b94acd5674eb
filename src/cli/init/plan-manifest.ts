import { isJsonObject } from "../../base/json-object.ts";
import { hasClient, hasServer, type InitAnswers } from "./answers.ts";
import type { TestRunner } from "./files/test-code.ts";
import { builtOf, sourceOf, type Layout, type ModuleName } from "./layout.ts";
import type { PlannedFile } from "./planned-file.ts";
import { printLike } from "./project/manifest.ts";
import type { Project } from "./project/project.ts";
import { versions } from "./versions.ts";

/** The names that our scripts have in a project. */
export type ScriptNames = Partial<Record<ScriptName, string>>;

export type ScriptName =
  "build" | "start" | "dev" | "inspect" | "test" | "list-tools";

/** What the project's manifest has to say. */
export interface ManifestNeeds {
  runtime: string;
  runner: TestRunner;
  modules: readonly ModuleName[];
  /** Of the schema library. */
  packages: readonly string[];
}

export interface ManifestPlan {
  files: PlannedFile[];
  kept: string[];
  scripts: ScriptNames;
}

/** Adds fields, scripts and packages to package.json; what is there stays, in its order. */
export function planManifest(
  project: Project,
  answers: InitAnswers,
  layout: Layout,
  needs: ManifestNeeds,
): ManifestPlan {
  const { manifest } = project;
  const value: Record<string, unknown> = structuredClone(
    manifest?.value ?? {
      name: answers.name,
      version: "0.1.0",
      private: true,
    },
  );
  const added: string[] = [];
  if (project.moduleKind === "free" && value["type"] === undefined) {
    value["type"] = "module";
    added.push("type");
  }
  const wanted = scriptsOf(project, answers, layout, needs);
  const scripts = addScripts(value, wanted, added);
  const missing = (names: readonly string[]): string[] =>
    names.filter((name) => !project.packages.has(name));
  addPackages(value, "dependencies", project, added, [
    ...missing([needs.runtime, ...needs.packages]),
  ]);
  addPackages(value, "devDependencies", project, added, [
    ...missing(["mcp-gen", "typescript", "@types/node"]).filter(
      (name) => name !== needs.runtime,
    ),
  ]);
  const before = manifest?.text;
  const text = printLike(before ?? "", value);
  return {
    files:
      added.length === 0
        ? []
        : [
            {
              path: "package.json",
              text,
              before,
              added: before === undefined ? [] : added,
            },
          ],
    kept: added.length === 0 ? ["package.json"] : [],
    scripts,
  };
}

/** A name that is taken by another script gets `:mcp` behind it. */
function addScripts(
  value: Record<string, unknown>,
  wanted: Readonly<Partial<Record<ScriptName, string>>>,
  added: string[],
): ScriptNames {
  const own = value["scripts"];
  // What is no object is the person's to mend, and npm says so.
  const scripts: Record<string, unknown> = isJsonObject(own) ? own : {};
  if (own !== undefined && !isJsonObject(own)) return {};
  const names: ScriptNames = {};
  for (const [name, command] of Object.entries(wanted)) {
    const free = [name, `${name}:mcp`].find(
      (one) => scripts[one] === undefined || scripts[one] === command,
    );
    if (free === undefined) continue;
    if (scripts[free] === undefined) added.push(`scripts.${free}`);
    scripts[free] = command;
    names[name as ScriptName] = free;
  }
  value["scripts"] = scripts;
  return names;
}

function addPackages(
  value: Record<string, unknown>,
  field: "dependencies" | "devDependencies",
  { origin }: Project,
  added: string[],
  names: readonly string[],
): void {
  if (names.length === 0) return;
  const own = value[field];
  if (own !== undefined && !isJsonObject(own)) return;
  const listed: Record<string, unknown> = { ...own };
  for (const name of names) {
    listed[name] =
      name === "mcp-gen"
        ? origin.generator
        : (versions[name] ?? origin.runtime ?? origin.generator);
    added.push(`${field}.${name}`);
  }
  // npm sorts them; who has them otherwise wants them so.
  const before = Object.keys(own ?? {});
  const isSorted = before.every(
    (name, index) => index === 0 || (before[index - 1] ?? "") < name,
  );
  value[field] = isSorted
    ? Object.fromEntries(
        Object.entries(listed).sort(([a], [b]) => (a < b ? -1 : 1)),
      )
    : listed;
}

function scriptsOf(
  { packages }: Project,
  answers: InitAnswers,
  layout: Layout,
  { runner, modules }: ManifestNeeds,
): Partial<Record<ScriptName, string>> {
  const loader = packages.has("tsx") ? "tsx" : "mcp-gen/typescript";
  const [transport] = answers.transports;
  const entry = sourceOf(layout, transport ?? "stdio");
  const tests = modules
    .filter((name) => name.endsWith("test"))
    .map((name) => sourceOf(layout, name));
  const project = layout.config?.includes("/") ? ` -p ${layout.folder}` : "";
  const http = transport === "http" ? " --http" : "";
  const server = {
    start: `node ${builtOf(layout, transport ?? "stdio")}`,
    dev: `mcp-gen dev ${entry}${http}`,
    inspect: `mcp-gen dev ${entry}${http} --inspector`,
  };
  const own = transport === "http" ? "" : ` npx mcp-gen dev ${entry}`;
  const list = `node --import ${loader} ${sourceOf(layout, "list-tools")}`;
  return {
    build: `tsc${project}`,
    ...(hasServer(answers) ? server : {}),
    ...(hasClient(answers)
      ? { "list-tools": hasServer(answers) ? `${list}${own}` : list }
      : {}),
    test:
      runner === "vitest"
        ? "vitest run"
        : `node --import ${loader} --test ${tests.join(" ")}`,
  };
}
