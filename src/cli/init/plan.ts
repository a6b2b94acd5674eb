import { join } from "node:path";
import { hasClient, hasServer, type InitAnswers } from "./answers.ts";
import { clientCode, listToolsCode } from "./files/client-code.ts";
import { gitignore, typeScriptConfig } from "./files/config-files.ts";
import { importedFrom } from "./files/imported.ts";
import { schemaCode } from "./files/schema-code.ts";
import {
  httpCode,
  serverCode,
  stdioCode,
  type FileContext,
} from "./files/server-code.ts";
import {
  clientTestCode,
  serverTestCode,
  type TestRunner,
} from "./files/test-code.ts";
import { importOf, layoutOf, sourceOf, type ModuleName } from "./layout.ts";
import { nextCommands } from "./next-commands.ts";
import { planManifest } from "./plan-manifest.ts";
import type { PlannedFile } from "./planned-file.ts";
import { planServerList } from "./plan-server-list.ts";
import { readIfThere } from "./project/manifest.ts";
import { runtimePackage, versionOf, type Project } from "./project/project.ts";

/** What `init` does to a project. */
export interface InitPlan {
  files: readonly PlannedFile[];
  /** Files and fields that are there already, and stay as they are. */
  kept: readonly string[];
  /** What the person has to know or do. */
  notes: readonly string[];
  /** What to do by hand before that. */
  first: readonly string[];
  /** What to type next. */
  next: readonly string[];
}

/** Says what to write. Nothing that is there is changed, but for fields that are added. */
export function planInit(project: Project, answers: InitAnswers): InitPlan {
  const runner = runnerOf(project);
  const modules = modulesOf(answers, runner, project);
  const layout = layoutOf(project, modules);
  const runtime = runtimePackage(project);
  const imported = importedFrom(runtime);
  const schema = schemaCode(
    answers.library,
    versionOf(project, answers.library),
    imported,
  );
  const context: FileContext = {
    answers,
    imported,
    schema,
    version: versionNamed(project),
    beside: (name) => importOf(layout, name),
  };
  const header = layout.needsNodeTypes
    ? [`/// <reference types="node" />`]
    : [];
  const wanted = [
    ...modules.map((name) => ({
      path: sourceOf(layout, name),
      text: [...header, moduleCode(name, context, runner)].join("\n"),
    })),
    ...(layout.config === undefined
      ? []
      : [{ path: layout.config, text: typeScriptConfig(layout) }]),
    ...(project.manifest === undefined
      ? [{ path: ".gitignore", text: gitignore }]
      : []),
  ];
  const isThere = ({ path }: { path: string }): boolean =>
    readIfThere(join(project.folder, path)) !== undefined;
  const manifest = planManifest(project, answers, layout, {
    runtime,
    runner,
    modules,
    packages: hasServer(answers) ? schema.packages : [],
  });
  const list = hasServer(answers)
    ? planServerList(project, answers, layout)
    : undefined;
  return {
    files: [
      ...manifest.files,
      ...wanted
        .filter((file) => !isThere(file))
        .map((file) => ({ ...file, before: undefined, added: [] })),
      ...(list?.files ?? []),
    ],
    kept: [
      ...manifest.kept,
      ...wanted.filter(isThere).map(({ path }) => path),
      ...(list?.kept ?? []),
    ],
    notes: [
      ...(list?.notes ?? []),
      ...mountNotes(project, answers),
      ...(layout.needsExclude
        ? [
            'tsconfig.json takes in the folder mcp, whose modules it cannot compile: add "exclude": ["mcp"] to it',
          ]
        : []),
    ],
    first: list?.first ?? [],
    next: nextCommands(project, answers, manifest.scripts, list?.server),
  };
}

/** What `package.json` says; that of a new one where it says nothing. */
function versionNamed({ manifest }: Project): string {
  const version = manifest?.value["version"] ?? (manifest ? "1.0.0" : "0.1.0");
  return typeof version === "string" ? version : "1.0.0";
}

/** An application that listens already needs no second port. */
function mountNotes({ packages }: Project, answers: InitAnswers): string[] {
  if (!hasServer(answers)) return [];
  const web = ["express", "fastify", "hono", "koa"].find((name) =>
    packages.has(name),
  );
  if (web === undefined) return [];
  const handler = web === "hono" ? "createHttpHandler" : "createNodeHandler";
  const own = answers.transports.includes("http")
    ? "; the module http is for a process of its own, whose port PORT says"
    : "";
  return [
    `to serve it in your ${web} application, mount ${handler}(server) at /mcp: docs/guides/frameworks.md of mcp-gen shows how${own}`,
  ];
}

/** Node's own tests would be found by the other runners, and fail there. */
function runnerOf({ packages }: Project): TestRunner {
  return packages.has("vitest") ? "vitest" : "node";
}

function modulesOf(
  answers: InitAnswers,
  runner: TestRunner,
  { packages }: Project,
): ModuleName[] {
  const hasOther = ["jest", "mocha", "ava", "jasmine"].some((name) =>
    packages.has(name),
  );
  const test = runner === "node" && hasOther ? "node-test" : "test";
  const server: ModuleName[] = [
    "server",
    ...answers.transports,
    `server.${test}`,
  ];
  const client: ModuleName[] = ["client", "list-tools", `client.${test}`];
  return [
    ...(hasServer(answers) ? server : []),
    ...(hasClient(answers) ? client : []),
  ];
}

function moduleCode(
  name: ModuleName,
  context: FileContext,
  runner: TestRunner,
): string {
  switch (name) {
    case "server":
      return serverCode(context);
    case "stdio":
      return stdioCode(context);
    case "http":
      return httpCode(context);
    case "client":
      return clientCode(context);
    case "list-tools":
      return listToolsCode(context);
    case "server.test":
    case "server.node-test":
      return serverTestCode(context, runner);
    case "client.test":
    case "client.node-test":
      return clientTestCode(context, runner);
    default: {
      const never: never = name;
      return never;
    }
  }
}
