/** The compilers that people have, oldest first. */
export const compilers = ["5.5", "5.8", "5.9", "6", "7"] as const;

export type CompilerVersion = (typeof compilers)[number];

/** What a project has its code of the protocol from: a folder each. */
export const origins = ["light", "mcp-gen", "stubs", "copy", "js"] as const;

export type Origin = (typeof origins)[number];

/** A kind of project. */
export interface Setting {
  readonly name: string;
  /** `type` of its package.json. */
  readonly type: "module" | "commonjs";
  readonly options: Readonly<Record<string, unknown>>;
}

const esm: Readonly<Record<string, unknown>> = {
  target: "ES2022",
  lib: ["ES2022"],
  module: "NodeNext",
  types: ["node"],
  strict: true,
};

/** Kinds of projects: by what their tsconfig.json and package.json say. */
const settings: readonly Setting[] = [
  { name: "nodenext", type: "module", options: esm },
  {
    name: "bundler",
    type: "module",
    options: {
      ...esm,
      lib: ["ES2022", "DOM", "DOM.Iterable"],
      module: "ESNext",
      moduleResolution: "Bundler",
      isolatedModules: true,
      noUnusedLocals: true,
      noUnusedParameters: true,
    },
  },
  {
    name: "DOM without dom.iterable",
    type: "module",
    options: { ...esm, lib: ["ES2022", "DOM"] },
  },
  {
    name: "not strict",
    type: "module",
    options: { ...esm, strict: false },
  },
  {
    name: "CommonJS under nodenext",
    type: "commonjs",
    options: { ...esm, esModuleInterop: true, declaration: true },
  },
  {
    // As frameworks lay out servers.
    name: "CommonJS with decorators, half strict",
    type: "commonjs",
    options: {
      ...esm,
      strict: false,
      strictNullChecks: true,
      esModuleInterop: true,
      isolatedModules: true,
      experimentalDecorators: true,
      emitDecoratorMetadata: true,
      declaration: true,
    },
  },
];

/** The kinds of projects that a compiler is tried in: the oldest and the newest in all. */
export function settingsOf(compiler: CompilerVersion): readonly Setting[] {
  switch (compiler) {
    case "5.5":
      return settings.filter(({ type }) => type === "module");
    case "5.8":
      // The first that lets CommonJS require ES modules.
      return settings.filter(({ type }) => type === "commonjs");
    case "5.9":
      return settings.filter(({ name }) => name.endsWith("nodenext"));
    case "6":
    case "7":
      return settings;
  }
}

/** The one whose CommonJS is run, too. */
export const emitter: CompilerVersion = "5.8";
