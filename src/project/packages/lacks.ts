import { join } from "node:path";
import { readCompiler, type Compiler } from "./compiler.ts";
import {
  hasPackage,
  installedVersion,
  nearestPackage,
  type ProjectPackage,
} from "../../base/packages/package-json.ts";
import { addCommands } from "./package-manager.ts";
import { tsconfigOf } from "./tsconfig.ts";

/** A package that has to be installed beside generated code. */
export interface RequiredPackage {
  /** The name of the package. */
  readonly name: string;
  /** The versions that fit, as npm has them. */
  readonly range: string;
}

/** What generated code needs of the project that it lies in. */
export interface ProjectNeeds {
  readonly language: "ts" | "js";
  readonly packages: readonly RequiredPackage[];
  /** Whether it imports Node's modules itself. */
  readonly node: boolean;
  /**
   * Whether it imports declarations of packages that name what the web and Node have,
   * and ECMAScript has not, such as `URL`. It names none of that itself.
   */
  readonly web: boolean;
}

/** Something that a project lacks for generated code to compile and run in it. */
export interface ProjectLack {
  /** Which of these is lacking, for programs. */
  readonly kind: "package.json" | "module" | "package" | "version" | "tsconfig";
  /** `"type": "module" in package.json` */
  readonly what: string;
  /** A command, or what to write. */
  readonly mend: string;
}

/** What the project that a folder is in lacks, as its package.json and tsconfig.json tell. */
export function projectLacks(out: string, needs: ProjectNeeds): ProjectLack[] {
  const project = nearestPackage(out);
  const compiler =
    needs.language === "ts" ? compilerOf(out) : "none of its business";
  const seen: Project = { out, project, compiler, ...addCommands(project) };
  return [
    ...moduleLacks(seen, needs),
    ...needs.packages.flatMap((one) => packageLacks(seen, one)),
    ...typeLacks(seen, needs),
  ];
}

interface Project {
  readonly out: string;
  readonly project: ProjectPackage | undefined;
  readonly compiler: Compiler | "missing" | "unknown" | "none of its business";
  readonly add: string;
  readonly addDev: string;
}

function compilerOf(out: string): Project["compiler"] {
  const tsconfig = tsconfigOf(join(out, "index.ts"));
  if (tsconfig === undefined) return "missing";
  const { compilerOptions } = tsconfig;
  if (compilerOptions === undefined) return "unknown";
  return readCompiler(compilerOptions, installedVersion("typescript", out));
}

function moduleLacks(
  { project, compiler }: Project,
  { packages }: ProjectNeeds,
): ProjectLack[] {
  if (project === undefined)
    return [
      {
        kind: "package.json",
        what: 'a package.json with "type": "module"',
        mend: "npm init -y && npm pkg set type=module",
      },
    ];
  if (project.isModule || isCommonJsFit(compiler, packages.length > 0))
    return [];
  return [
    {
      kind: "module",
      what: '"type": "module" in package.json',
      mend: "npm pkg set type=module",
    },
  ];
}

/** Whether the compiler makes something of modules that runs without a word of package.json. */
function isCommonJsFit(
  compiler: Project["compiler"],
  importsPackages: boolean,
): boolean {
  if (compiler === "unknown") return true;
  if (typeof compiler === "string") return false;
  if (compiler.resolution === "bundler") return true;
  return !importsPackages || compiler.requiresModules;
}

function packageLacks(
  { out, add }: Project,
  { name, range }: RequiredPackage,
): ProjectLack[] {
  const installed = installedVersion(name, out);
  const mend = `${add} ${installName({ name, range })}`;
  if (installed === undefined)
    return hasPackage(name, out) ? [] : [{ kind: "package", what: name, mend }];
  // A range of one version is that of the generator itself.
  if (!/^\d/.test(range) || installed === range) return [];
  const what = `${name} ${range}: ${installed} is installed`;
  return [{ kind: "version", what, mend }];
}

/** The newest of the major version: a caret is none in every shell. */
export function installName({ name, range }: RequiredPackage): string {
  const [, major] = /^\^(\d+)/.exec(range) ?? [];
  return `${name}@${major ?? range}`;
}

function typeLacks(seen: Project, needs: ProjectNeeds): ProjectLack[] {
  const { out, compiler, addDev } = seen;
  if (typeof compiler === "string" && compiler !== "missing") return [];
  const wantsNode = needs.node || (needs.web && lacksWeb(seen));
  const isNodeThere = ["@types/node", "@types/bun"].some((name) =>
    hasPackage(name, out),
  );
  const mend = `${addDev} @types/node`;
  const types: ProjectLack = { kind: "package", what: "@types/node", mend };
  return [
    ...(wantsNode && !isNodeThere ? [types] : []),
    ...(compiler === "missing"
      ? [{ kind: "tsconfig", what: "a tsconfig.json", mend: example } as const]
      : settingsOf(compiler, needs, wantsNode).map((what) => ({
          kind: "tsconfig" as const,
          what,
          mend: "in the compilerOptions of tsconfig.json",
        }))),
  ];
}

/** Whether the declarations of packages are checked where nothing declares what the web has. */
function lacksWeb({ out, compiler }: Project): boolean {
  if (typeof compiler === "string") return true;
  const { checksPackages, hasWeb } = compiler;
  // What `wrangler types` writes is one file among those of the project.
  return checksPackages && !hasWeb && !hasPackage("wrangler", out);
}

const example =
  '{ "compilerOptions": { "module": "nodenext", "target": "es2022", "types": ["node"] } }';

/** What compilerOptions have to say, and do not. */
function settingsOf(
  compiler: Compiler,
  { packages }: ProjectNeeds,
  wantsNode: boolean,
): string[] {
  const { resolution, esModuleInterop, isModern, seesNode } = compiler;
  const isFound =
    resolution !== "none" || (packages.length === 0 && esModuleInterop);
  return [
    ...(isFound ? [] : ['"module": "nodenext"']),
    ...(isModern ? [] : ['"lib": ["es2022"], or a "target" that has it']),
    ...(wantsNode && !seesNode ? ['"types": ["node"]'] : []),
  ];
}
