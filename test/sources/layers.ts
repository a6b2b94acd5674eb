/** What each folder may import, apart from itself; folders and files of src, and packages. */
export type Layers = Readonly<Record<string, readonly string[]>>;

/**
 * The folders of src, in the order of imports: each imports only from folders above it.
 * Node's own modules are free.
 */
export const layers: Layers = {
  runtime: ["@opentelemetry/api", "@redis/client", "jose", "oauth4webapi"],
  base: ["undici"],
  schema: ["base", "ts-morph"],
  revisions: ["base", "schema", "ajv"],
  compat: ["base", "schema"],
  emit: ["runtime", "base", "schema", "prettier", "diff"],
  validate: ["runtime", "base", "schema", "emit"],
  contracts: [
    ...["base", "schema", "revisions", "compat", "emit"],
    // A mock is a server itself.
    ...["runtime", "../generated"],
  ],
  project: [
    ...["runtime", "base", "schema", "revisions"],
    ...["compat", "emit", "validate"],
    ...["jiti", "diff"],
  ],
  cli: [
    ...["base", "schema", "revisions", "compat", "emit", "validate"],
    ...["contracts", "project", "commander", "ts-morph"],
    // `call` is a client itself.
    ...["runtime", "../generated"],
  ],
  "store-tests": ["runtime"],
};

const everyPeer = ["runtime/protocol", "runtime/peer"];
const everySide = [
  ...everyPeer,
  "runtime/features",
  "runtime/server",
  "runtime/client",
];

const overHttp = ["runtime/protocol", "runtime/http"];
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
  base: {
    "base/diagnostics": [],
    "base/fetch": ["base/diagnostics", "undici"],
    "base/watch-files": [],
    "base/packages": ["base/json-object.ts"],
  },
  schema: {
    "schema/model": ["base"],
    // JSON Schemas that others wrote.
    "schema/json-schema": ["base", "schema/model"],
    // Types that have values.
    "schema/satisfiable": ["schema/model", "schema/json-schema"],
    "schema/parse": [
      ...["base", "schema/model", "schema/json-schema"],
      ...["schema/satisfiable", "ts-morph"],
    ],
    "schema/overrides": ["base", "schema/model"],
    "schema/derive": ["base", "schema/model", "schema/overrides"],
    "schema/extend": ["base", "schema/model", "schema/derive"],
  },
  "schema/parse": {
    "schema/parse/source": [
      "schema/model",
      "schema/json-schema",
      "base/diagnostics",
      "base/package-cache.ts",
      "base/digest.ts",
      "ts-morph",
    ],
    "schema/parse/comments": [
      "schema/model",
      "schema/json-schema",
      "schema/parse/source",
    ],
    "schema/parse/modules": [
      "schema/model",
      "base/diagnostics",
      "schema/parse/source",
    ],
    "schema/parse/types": [
      "schema/model",
      "base/diagnostics",
      "schema/parse/source",
      "schema/parse/comments",
      "schema/parse/modules",
    ],
    "schema/parse/declarations": [
      "schema/model",
      "schema/parse/source",
      "schema/parse/comments",
      "schema/parse/modules",
      "schema/parse/types",
    ],
    "schema/parse/check": [
      "schema/model",
      "schema/satisfiable",
      "base/diagnostics",
      "schema/parse/source",
    ],
  },
  compat: { "compat/protocol-diff": ["base", "schema/model"] },
  "compat/protocol-diff": {
    "compat/protocol-diff/change": ["schema/model"],
    "compat/protocol-diff/reach": [
      "schema/model",
      "compat/protocol-diff/change",
    ],
    "compat/protocol-diff/shape": [
      "schema/model",
      "base/order.ts",
      "compat/protocol-diff/reach",
    ],
    "compat/protocol-diff/within": ["compat/protocol-diff/shape"],
    "compat/protocol-diff/types": [
      "schema/model",
      "compat/protocol-diff/change",
      "compat/protocol-diff/reach",
      "compat/protocol-diff/shape",
      "compat/protocol-diff/within",
    ],
    "compat/protocol-diff/methods": [
      "schema/model",
      "compat/protocol-diff/change",
      "compat/protocol-diff/reach",
      "compat/protocol-diff/shape",
      "compat/protocol-diff/types",
    ],
  },
  emit: {
    "emit/print": [
      "schema/model",
      "base/diagnostics/escape.ts",
      "base/order.ts",
    ],
    "emit/fixed": ["emit/print"],
    "emit/lookup": ["schema/model", "emit/print"],
    "emit/summaries": ["schema/model"],
    "emit/types": ["schema/model", "emit/print", "emit/summaries"],
    "emit/json-schema": ["emit/remember.ts", "schema/model", "emit/print"],
    "emit/guards": [
      "schema/model",
      "schema/json-schema",
      "emit/remember.ts",
      "emit/print",
      "emit/fixed",
      "emit/lookup",
      "emit/summaries",
      "emit/types",
      "emit/json-schema",
      "emit/remember.ts",
    ],
    // Types of JSON Schemas that others wrote.
    "emit/schema-types": [
      "schema/model",
      "schema/json-schema",
      "emit/print",
      "emit/types",
    ],
    "emit/shared-code": [
      "schema/model",
      "base/order.ts",
      "emit/print",
      "emit/lookup",
    ],
    "emit/crossing": [
      "schema/model",
      "emit/print",
      "emit/lookup",
      "emit/json-schema",
      "emit/guards",
    ],
    "emit/dispatch": [
      "runtime/protocol",
      "schema/model",
      "emit/print",
      "emit/fixed",
      "emit/lookup",
      "emit/guards",
    ],
    "emit/stubs": [
      "schema/model",
      "base/order.ts",
      "emit/print",
      "emit/lookup",
      "emit/summaries",
      "emit/types",
      "emit/json-schema",
      "emit/guards",
      "emit/crossing",
      "emit/dispatch",
      "emit/remember.ts",
    ],
    // Files of an output folder, written together or not at all.
    "emit/output": [
      ...["base", "schema/model", "emit/print", "emit/options.ts", "diff"],
      "prettier",
    ],
    // What is printed of extensions stands beside what is printed of revisions.
    "emit/extension": [
      "schema/model",
      "base/order.ts",
      "schema/extend/part.ts",
      "emit/emitters.ts",
      "emit/newest-first.ts",
      "emit/options.ts",
      "emit/revision-index.ts",
      "emit/runtime-specifier.ts",
      "emit/standard.ts",
      "emit/print",
      "emit/lookup",
      "emit/types",
      "emit/json-schema",
      "emit/guards",
      "emit/dispatch",
      "emit/stubs",
    ],
  },
  "emit/json-schema": {
    "emit/json-schema/schema": ["schema/model"],
    "emit/json-schema/prose": ["schema/model", "emit/json-schema/schema"],
    "emit/json-schema/names": ["schema/model", "emit/print"],
    "emit/json-schema/write": [
      "schema/model",
      "emit/json-schema/schema",
      "emit/json-schema/prose",
      "emit/json-schema/names",
    ],
  },
  "emit/guards": {
    "emit/guards/scope": [
      "schema/model",
      "schema/json-schema",
      "emit/print",
      "emit/fixed",
      "emit/json-schema",
    ],
    "emit/guards/kinds": [
      "emit/print",
      "emit/json-schema",
      "emit/guards/scope",
    ],
    // Schemas of others, brought into the form that checks are printed from.
    "emit/guards/normal": [
      "schema/model",
      "schema/json-schema",
      "emit/json-schema",
      "emit/guards/scope",
    ],
  },
  validate: {
    "validate/message": [],
    "validate/input": ["validate/message"],
    "validate/judge": [
      "base/digest.ts",
      "schema/model",
      "emit",
      "validate/message",
    ],
    "validate/traffic": [
      "base/digest.ts",
      "validate/message",
      "validate/judge",
    ],
    "validate/observe": [
      "validate/message",
      "validate/judge",
      "validate/traffic",
    ],
  },
  runtime: {
    "runtime/protocol": [],
    "runtime/peer": ["runtime/protocol"],
    "runtime/features": everyPeer,
    "runtime/server": [...everyPeer, "runtime/features"],
    "runtime/client": [...everyPeer, "runtime/features"],
    "runtime/http": everySide,
    "runtime/stdio": everySide,
    "runtime/registry": everySide,
    "runtime/extension": everySide,
    "runtime/stores/files": ["runtime/protocol"],
    "runtime/otel": ["runtime/protocol", "runtime/peer", "@opentelemetry/api"],
    "runtime/tasks": [
      ...everySide,
      "runtime/extension",
      "runtime/stores/files",
    ],
    "runtime/sessions": [...everySide, "runtime/http"],
    // Interfaces of the session stores, and code that task stores share.
    "runtime/stores/redis": [
      "runtime/protocol",
      "runtime/http",
      "runtime/sessions",
      "runtime/tasks",
      "@redis/client",
    ],
    "runtime/auth": [
      ...everySide,
      "runtime/http",
      "runtime/stores/files",
      "jose",
      "oauth4webapi",
    ],
  },
  "runtime/auth": {
    // Each copy of the runtime has this room: it imports no package.
    "runtime/auth/server": [
      "runtime/protocol",
      "runtime/features",
      "runtime/http",
    ],
    "runtime/auth/client": [...overHttp, "oauth4webapi"],
    "runtime/auth/verify": [
      ...overHttp,
      "runtime/auth/server",
      "runtime/auth/client",
    ],
    "runtime/auth/jose": [...verifying, "jose"],
    "runtime/auth/introspection": [...verifying, "oauth4webapi"],
    "runtime/auth/node": [
      ...overHttp,
      "runtime/stores/files",
      "runtime/auth/client",
    ],
  },
};
