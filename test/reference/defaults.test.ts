import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { emitChoices } from "../../src/emit/options.ts";
import { resolveIntrospection } from "../../src/runtime/auth/introspection/options.ts";
import { resolveJwtOptions } from "../../src/runtime/auth/jose/options.ts";
import { resolveTransportOptions } from "../../src/runtime/http/client/options.ts";
import { connectionsByDefault } from "../../src/runtime/http/server/node/listen.ts";
import { storeBytes } from "../../src/runtime/http/server/events/event-store.ts";
import { resolveOptions } from "../../src/runtime/http/server/resolve-options.ts";
import { followingOptions } from "../../src/runtime/tasks/client/options.ts";
import { taskTimes } from "../../src/runtime/tasks/server/options.ts";
import { redisStreamOptions } from "../../src/runtime/stores/redis/streams/options.ts";
import { otelDefaults } from "../../src/runtime/otel/options.ts";
import { resolveRedisOptions } from "../../src/runtime/stores/redis/link/options.ts";
import { memoryClusterOptions } from "../../src/runtime/sessions/memory/options.ts";
import { storeTestTimes } from "../../src/store-tests/support/times.ts";
import { taskStoreBounds } from "../../src/runtime/tasks/store/bounds.ts";
import {
  clientJsonLimits,
  serverJsonLimits,
} from "../../src/runtime/protocol/validation/parse-json.ts";
import { noticeRates } from "../../src/runtime/protocol/timers/notices.ts";
import {
  clientLimits,
  serverLimits,
} from "../../src/runtime/protocol/timers/time-limits.ts";
import { codeOf } from "./code-of.ts";

const repository = fileURLToPath(new URL("../..", import.meta.url));

const nobody = { offered: { isScoped: false } };
const http = resolveOptions(
  // All that is asked of a server here.
  nobody as Parameters<typeof resolveOptions>[0],
  {},
);
const transport = resolveTransportOptions({ url: "http://127.0.0.1/mcp" });
const jwt = resolveJwtOptions({ issuer: "https://issuer.example" });
const introspection = resolveIntrospection({
  url: "https://issuer.example/introspect",
  client: { id: "one", secret: "two" },
});

const emitted = Object.fromEntries(
  Object.entries(emitChoices).map(([name, [first]]) => [name, first]),
);

/** What the code has for each option; undefined where the text of a module says it. */
const values: Readonly<Record<string, object>> = {
  "HTTP server": http,
  sessions: http.sessions || {},
  perClient: http.perClient,
  listen: { maxConnections: connectionsByDefault },
  "Memory event store": { maxBytes: storeBytes },
  httpTransport: transport,
  serveStdio: serverJsonLimits,
  spawnStdio: clientJsonLimits,
  reconnect: transport.reconnect,
  "Notice rates": noticeRates(),
  createServer: serverLimits,
  createClient: clientLimits,
  tasks: taskTimes({}),
  "tasks of a client": { ...taskTimes({}), ...followingOptions({}) },
  "result of a task": clientLimits,
  memoryTaskStore: taskStoreBounds({}),
  fileTaskStore: taskStoreBounds({}),
  otel: otelDefaults,
  openRedis: resolveRedisOptions({}),
  redisCluster: redisStreamOptions({}),
  redisTaskStore: taskStoreBounds({}),
  memoryCluster: memoryClusterOptions({}),
  "Tests of stores": storeTestTimes("tests", {}),
  "Tests of a store of tasks": storeTestTimes("tests", {}),
  jwt,
  introspection,
  generate: emitted,
  update: emitted,
};

/** Where the text of a module says it: what stands behind the last sign in it is the value. */
const texts: Readonly<
  Record<string, Readonly<Record<string, readonly [string, string]>>>
> = {
  createServer: {
    pageSize: ["runtime/server/create-server.ts", "{ pageSize = 100"],
    check: ["runtime/server/create-server.ts", "settings.check ?? true"],
  },
  createClient: {
    probeTimeout: [
      "runtime/client/create-client.ts",
      '"probeTimeout", settings.probeTimeout, 5_000',
    ],
    check: ["runtime/client/create-client.ts", "check = true"],
    cache: [
      "runtime/client/create-client.ts",
      "settings.cache === true ? {} : settings.cache || undefined",
    ],
    onInvalid: [
      "runtime/client/open-link.ts",
      'isStrict: options.onInvalid === "reject"',
    ],
  },
  "Request state": {
    ttlMs: ["runtime/server/input/sealed-state.ts", "defaultTtl = 10 * 60_000"],
  },
  resourceTemplate: {
    readUnlisted: [
      "runtime/features/resource-template.ts",
      "readUnlisted === true",
    ],
  },
  restart: {
    attempts: ["runtime/client/restart.ts", "{ attempts = 3"],
    delayMs: ["runtime/client/restart.ts", "delayMs = 500"],
  },
  "listen for changes": {
    reconnect: ["runtime/client/conversation.ts", "{ reconnect = false"],
  },
  cache: {
    maxEntries: ["runtime/client/cache.ts", "{ maxEntries = 1_000"],
    maxLength: ["runtime/client/cache.ts", "maxLength = 2 ** 24"],
  },
  serveStdio: {
    lineLimit: ["runtime/stdio/byte-stream.ts", "lineLimit ?? 32 * MiB"],
    queueLimit: ["runtime/stdio/byte-stream.ts", "queueLimit ?? 256 * MiB"],
    drain: ["runtime/stdio/serve.ts", '"drain", drainMs, 10_000'],
    grace: ["runtime/stdio/serve.ts", '"grace", graceMs, 5_000'],
    exit: ["runtime/stdio/serve.ts", "exit = true"],
  },
  spawnStdio: {
    lineLimit: ["runtime/stdio/byte-stream.ts", "lineLimit ?? 32 * MiB"],
    queueLimit: ["runtime/stdio/byte-stream.ts", "queueLimit ?? 256 * MiB"],
    grace: ["runtime/stdio/spawn.ts", "{ grace = 2_000"],
    stderr: ["runtime/stdio/child-process.ts", 'stderr = "inherit"'],
    interrupts: ["runtime/stdio/spawn.ts", 'interrupts !== "keep"'],
  },
  "HTTP server": {
    cors: ["runtime/http/server/request-handler.ts", "this.#options.cors ?"],
  },
  listen: {
    host: ["runtime/http/server/node/listen.ts", 'host = "127.0.0.1"'],
  },
  sse: {
    path: ["runtime/http/server/gate/routing.ts", 'sse.path ?? "/sse"'],
    messagesPath: [
      "runtime/http/server/gate/routing.ts",
      'sse.messagesPath ?? "/messages"',
    ],
  },
  "Memory event store": {
    maxEvents: [
      "runtime/http/server/events/event-store.ts",
      '"maxEvents", maxEvents, 1_000',
    ],
  },
  close: {
    drainMs: ["runtime/http/server/core.ts", '"drainMs", drainMs, 0'],
    graceMs: ["runtime/http/server/core.ts", "graceMs = 10_000"],
  },
  "close tasks": {
    graceMs: ["runtime/tasks/server/serve-tasks.ts", "graceMs = 0"],
  },
  oauth: {
    name: ["runtime/auth/client/settings.ts", 'name = "mcp-gen"'],
    allowLoopback: ["runtime/auth/client/settings.ts", "allowLoopback = false"],
  },
  "DPoP of a client": {
    required: [
      "runtime/auth/client/dpop/options.ts",
      "chosen.required !== false",
    ],
  },
  terminal: {
    name: ["runtime/auth/node/terminal/terminal.ts", 'name = "The program"'],
    host: ["runtime/auth/node/terminal/terminal.ts", 'host = "127.0.0.1"'],
    timeoutMs: [
      "runtime/auth/node/terminal/terminal.ts",
      '"timeoutMs", options.timeoutMs, 300_000',
    ],
  },
  fileStore: {
    lockTimeoutMs: [
      "runtime/auth/node/store/file-store.ts",
      '"lockTimeoutMs", lockTimeoutMs, 600_000',
    ],
  },
  fileTaskStore: {
    lockTimeoutMs: [
      "runtime/tasks/store/node/file-tasks.ts",
      '"lockTimeoutMs", lockTimeoutMs, 60_000',
    ],
  },
  redisTaskStore: {
    keepMs: [
      "runtime/stores/redis/tasks/redis-tasks.ts",
      '"keepMs", keepMs, 30 * 86_400_000',
    ],
  },
  redisStateKeys: {
    rotateMs: ["runtime/stores/redis/state-keys.ts", "Number.MAX_SAFE_INTEGER"],
  },
  "Tests of a store of tasks": {
    watches: ["store-tests/tasks/task-store-tests.ts", "{ watches = true"],
    opens: ["store-tests/tasks/task-store-tests.ts", "opens = true"],
  },
  "call as a task": {
    when: ["runtime/tasks/client/use-tasks.ts", 'when = "possible"'],
  },
  protect: {
    clockSkewMs: [
      "runtime/auth/server/protect.ts",
      '"clockSkewMs", clockSkewMs, 30_000',
    ],
  },
  jwt: {
    timeoutMs: [
      "runtime/auth/jose/options.ts",
      '"timeoutMs", timeoutMs, 10_000',
    ],
    allowLoopback: ["runtime/auth/jose/options.ts", "allowLoopback = false"],
  },
  dpop: {
    required: ["runtime/auth/jose/dpop.ts", "{ required = false"],
    nonces: ["runtime/auth/jose/dpop.ts", "nonces = false"],
    maxAgeMs: ["runtime/auth/jose/dpop.ts", "options.maxAgeMs, 300_000"],
    maxClientBytes: [
      "runtime/auth/jose/dpop.ts",
      "options.maxClientBytes,\n      MiB",
    ],
    maxBytes: ["runtime/auth/jose/dpop.ts", "options.maxBytes, 64 * MiB"],
  },
  "DPoP nonces": {
    lifetimeMs: [
      "runtime/auth/jose/nonce-slots.ts",
      '"nonces.lifetimeMs", lifetimeMs, 300_000',
    ],
  },
  introspection: {
    timeoutMs: [
      "runtime/auth/introspection/options.ts",
      '"timeoutMs", timeoutMs, 10_000',
    ],
    allowLoopback: [
      "runtime/auth/client/fetch/safe-fetch.ts",
      "allowLoopback = false",
    ],
  },
  generate: {
    strict: ["project/api/parse.ts", "{ strict = false"],
    docs: ["project/api/options.ts", "options.docs ?? true"],
    force: ["emit/output/write.ts", "{ force = false"],
  },
  update: {
    offline: ["project/update/update.ts", "options.offline !== true"],
    allowOutside: ["project/update/wanted.ts", "options.allowOutside === true"],
    dryRun: ["project/update/emit.ts", "dryRun !== true"],
    check: ["project/update/update.ts", "options.check === true"],
    force: ["project/update/emit.ts", "force = false"],
    strict: ["project/api/parse.ts", "{ strict = false"],
    docs: ["project/api/options.ts", "options.docs ?? true"],
  },
  generateClient: { force: ["contracts/write.ts", "{ force = false"] },
  generateServer: {
    file: ["contracts/server/generate.ts", 'file = "description"'],
  },
  compileSchemas: {
    file: ["contracts/schemas/compile.ts", 'file = "schemas"'],
    target: ["contracts/schemas/compile.ts", '"js" : "ts"'],
    docs: ["contracts/schemas/compile.ts", "docs = true"],
  },
  parse: { strict: ["project/api/parse.ts", "{ strict = false"] },
  diff: { breaking: ["compat/protocol-diff/filter.ts", "breaking = false"] },
  validator: {
    maxDepth: ["runtime/protocol/validation/parse-json.ts", "maxDepth: 256"],
    maxValues: [
      "runtime/protocol/validation/parse-json.ts",
      "maxValues: 250_000",
    ],
    strict: ["project/api/parse.ts", "{ strict = false"],
    lineLimit: ["validate/validator.ts", "lineLimit = 32 * 1024 * 1024"],
    requestLimit: ["validate/validator.ts", "requestLimit = 16_384"],
    sessionLimit: ["validate/validator.ts", "sessionLimit = 4096"],
  },
};

/** What a flag is that is only looked at: off, or on. */
const flags: Readonly<Record<string, unknown>> = {
  "readUnlisted === true": false,
  "settings.cache === true ? {} : settings.cache || undefined": false,
  'isStrict: options.onInvalid === "reject"': "warn",
  'interrupts !== "keep"': "hand-on",
  "this.#options.cors ?": false,
  "chosen.required !== false": true,
  "options.offline !== true": false,
  "options.allowOutside === true": false,
  "dryRun !== true": false,
  "options.check === true": false,
};

interface Row {
  readonly table: string;
  readonly option: string;
  readonly shown: string;
}

/** The rows of options.md whose default is a value. */
function literalRows(): Row[] {
  const page = readFileSync(
    path.join(repository, "docs/reference/options.md"),
    "utf8",
  );
  return page.split(/^## /m).flatMap((part) => {
    const table = part.slice(0, part.indexOf("\n")).trim();
    // Bars within a cell are escaped.
    const rows = part.matchAll(
      /^\| `(\w+)`<br>(?:\\.|[^|\\])* \| `([^`]+)`[^|]* \|/gm,
    );
    return [...rows].map(([, option = "", shown = ""]) => ({
      table,
      option,
      shown,
    }));
  });
}

describe("defaults in the tables of options", () => {
  const rows = literalRows().filter(({ shown }) =>
    /^("|-?\d|true$|false$)/.test(shown),
  );

  it("are found", () => {
    expect(rows.length).toBeGreaterThan(80);
  });

  it.each(rows)("are what the code has: $table, $option", (row) => {
    const { table, option, shown } = row;
    const text = texts[table]?.[option];
    const own = Object.entries(values[table] ?? {}).find(
      ([name]) => name === option,
    );
    expect(text ?? own, "nothing holds it").toBeDefined();
    if (text) {
      const [file, code] = text;
      const source = readFileSync(path.join(repository, "src", file), "utf8");
      expect(source.replaceAll("\r\n", "\n")).toContain(code);
      const value = Object.hasOwn(flags, code) ? flags[code] : codeOf(code);
      expect(codeOf(shown)).toEqual(value);
    } else expect(codeOf(shown)).toEqual(own?.[1]);
  });
});
