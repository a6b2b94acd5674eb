/** What each folder may import, apart from itself; folders and files of src, and packages. */
export type Layers = Readonly<Record<string, readonly string[]>>;

/** The folders of src. Node's own modules are no matter of layers. */
export const layers: Layers = {
  model: [],
  diagnostics: ["model"],
  terminal: ["diagnostics"],
  parse: ["model", "diagnostics", "ts-morph"],
  derive: ["model", "diagnostics", "spec/facts"],
  extend: ["model", "diagnostics", "derive", "diff"],
  // What an extension adds, as data.
  emit: ["model", "extend/part.ts", "order.ts"],
  spec: [
    "model",
    "diagnostics",
    "json-object.ts",
    "package.ts",
    "digest.ts",
    "ajv",
  ],
  output: [
    "diagnostics",
    "emit",
    "order.ts",
    "json-object.ts",
    "digest.ts",
    "diff",
    "prettier",
  ],
  project: ["json-object.ts"],
  diff: ["model", "order.ts"],
  validate: ["model", "emit", "digest.ts"],
  library: [
    "validate",
    "model",
    "diagnostics",
    "parse",
    "derive",
    "extend",
    "emit",
    "spec",
    "output",
    "project",
    "order.ts",
    "package.ts",
    "digest.ts",
  ],
  "run-typescript": ["digest.ts", "package.ts", "ts-morph"],
  dev: ["diagnostics", "json-object.ts"],
  init: [
    "diagnostics",
    "terminal",
    "json-object.ts",
    "package.ts",
    "spec",
    "output",
    "ts-morph",
  ],
  call: [
    "model",
    "diagnostics",
    "emit",
    "spec",
    "terminal",
    "json-object.ts",
    "package.ts",
    // The one folder of the generator that is a client itself.
    "runtime",
    "../generated",
  ],
  commands: [
    "init",
    "dev",
    "run-typescript",
    "call",
    "diff",
    "validate",
    "model",
    "diagnostics",
    "emit",
    "spec",
    "output",
    "library",
    "package.ts",
    "terminal",
    "commander",
  ],
  runtime: ["jose", "oauth4webapi"],
};

const everyPeer = [
  "runtime/time",
  "runtime/wire",
  "runtime/table",
  "runtime/peer",
];
const everySide = [
  ...everyPeer,
  "runtime/features",
  "runtime/server",
  "runtime/client",
];

const overHttp = ["runtime/wire", "runtime/time", "runtime/http"];
const verifying = [
  ...overHttp,
  "runtime/auth/server",
  "runtime/auth/client",
  "runtime/auth/verify",
];

/**
 * The rooms of the folders that have several, lowest first; the files at the top of a
 * folder stand above all of its rooms.
 */
export const rooms: Readonly<Record<string, Layers>> = {
  parse: {
    "parse/source": ["model", "diagnostics", "ts-morph"],
    "parse/comments": ["model", "parse/source"],
    "parse/modules": ["model", "diagnostics", "parse/source"],
    "parse/types": [
      "model",
      "diagnostics",
      "parse/source",
      "parse/comments",
      "parse/modules",
    ],
    "parse/declarations": [
      "model",
      "parse/source",
      "parse/comments",
      "parse/types",
    ],
    "parse/check": ["model", "diagnostics", "parse/source"],
  },
  diff: {
    "diff/change": ["model"],
    "diff/reach": ["model", "diff/change"],
    "diff/shape": ["model", "order.ts", "diff/reach"],
    "diff/within": ["diff/shape"],
    "diff/types": [
      "model",
      "diff/change",
      "diff/reach",
      "diff/shape",
      "diff/within",
    ],
    "diff/methods": [
      "model",
      "diff/change",
      "diff/reach",
      "diff/shape",
      "diff/types",
    ],
  },
  emit: {
    "emit/print": ["model", "order.ts"],
    "emit/fixed": ["emit/print"],
    "emit/lookup": ["model", "emit/print"],
    "emit/summaries": ["model"],
    "emit/types": ["model", "emit/print", "emit/summaries"],
    "emit/json-schema": ["model", "emit/print"],
    "emit/guards": [
      "model",
      "emit/print",
      "emit/fixed",
      "emit/lookup",
      "emit/summaries",
      "emit/types",
      "emit/json-schema",
    ],
    "emit/shared-code": ["model", "order.ts", "emit/print", "emit/lookup"],
    "emit/crossing": [
      "model",
      "emit/print",
      "emit/lookup",
      "emit/json-schema",
      "emit/guards",
    ],
    "emit/dispatch": [
      "model",
      "emit/print",
      "emit/fixed",
      "emit/lookup",
      "emit/guards",
    ],
    "emit/stubs": [
      "model",
      "order.ts",
      "emit/print",
      "emit/lookup",
      "emit/summaries",
      "emit/types",
      "emit/json-schema",
      "emit/guards",
      "emit/crossing",
      "emit/dispatch",
    ],
  },
  "emit/json-schema": {
    "emit/json-schema/schema": ["model"],
    "emit/json-schema/prose": ["model", "emit/json-schema/schema"],
    "emit/json-schema/names": ["model", "emit/print"],
    "emit/json-schema/write": [
      "model",
      "emit/json-schema/schema",
      "emit/json-schema/prose",
      "emit/json-schema/names",
    ],
  },
  "emit/guards": {
    "emit/guards/scope": [
      "model",
      "emit/print",
      "emit/fixed",
      "emit/json-schema",
    ],
    "emit/guards/kinds": [
      "emit/print",
      "emit/json-schema",
      "emit/guards/scope",
    ],
  },
  validate: {
    "validate/message": [],
    "validate/input": ["validate/message"],
    "validate/judge": ["model", "emit", "validate/message"],
    "validate/traffic": ["digest.ts", "validate/message", "validate/judge"],
    "validate/observe": [
      "validate/message",
      "validate/judge",
      "validate/traffic",
    ],
  },
  runtime: {
    "runtime/wire": [],
    "runtime/time": ["runtime/wire"],
    "runtime/table": ["runtime/wire"],
    "runtime/peer": ["runtime/time", "runtime/wire", "runtime/table"],
    "runtime/features": everyPeer,
    "runtime/server": [...everyPeer, "runtime/features"],
    "runtime/client": [...everyPeer, "runtime/features"],
    "runtime/http": everySide,
    "runtime/stdio": everySide,
    "runtime/registry": everySide,
    "runtime/tasks": everySide,
    "runtime/auth": [...everySide, "runtime/http", "jose", "oauth4webapi"],
  },
  "runtime/auth": {
    // Each copy of the runtime has this room: it imports no package.
    "runtime/auth/server": ["runtime/wire", "runtime/features", "runtime/http"],
    "runtime/auth/client": [...overHttp, "oauth4webapi"],
    "runtime/auth/verify": [
      ...overHttp,
      "runtime/auth/server",
      "runtime/auth/client",
    ],
    "runtime/auth/jose": [...verifying, "jose"],
    "runtime/auth/introspection": [...verifying, "oauth4webapi"],
    "runtime/auth/node": [...overHttp, "runtime/auth/client"],
  },
};
