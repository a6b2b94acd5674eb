import path from "node:path";
import ts from "typescript-5.9";
import { expect, it } from "vitest";
import { languageService, root, runtimeEntries } from "./program.ts";

/** What examples take for granted, so that they need not say it. */
const known = `
import type { Ajv2020 as Ajv } from "ajv/dist/2020.js";
import type expressModule from "express";
import type { z as Z } from "zod";
import type * as All from "../../generated/index.ts";
import type * as Runtime from "../../src/runtime/index.ts";
import type * as Http from "../../src/runtime/http.ts";
import type * as Node from "../../src/runtime/http-node.ts";
import type * as Client from "../../src/runtime/http-client.ts";
import type * as Serve from "../../src/runtime/serve-stdio.ts";
import type * as Spawn from "../../src/runtime/spawn-stdio.ts";
import type * as AjvEntry from "../../src/runtime/registry/ajv.ts";
import type * as Auth from "../../src/runtime/auth/index.ts";
import type * as AuthNode from "../../src/runtime/auth/node.ts";
import type * as Cluster from "../../src/runtime/cluster.ts";
import type * as Redis from "../../src/runtime/redis.ts";
import type * as Otel from "../../src/runtime/otel.ts";
declare global {
  const { createClient, createServer, elicit, form, inputRequired, prompt, resource, resourceTemplate, tool, user, jsonSchema }: typeof All;
  const { connect }: typeof Runtime;
  const { createHttpHandler }: typeof Http;
  const { createNodeHandler, listen }: typeof Node;
  const { bearer, httpTransport }: typeof Client;
  const { serveStdio }: typeof Serve;
  const { spawnStdio }: typeof Spawn;
  const { fromAjv }: typeof AjvEntry;
  const { oauth }: typeof Auth;
  const { fileStore, terminal }: typeof AuthNode;
  const { createCluster, memoryCluster }: typeof Cluster;
  const { openRedis, redisCluster, redisStateKeys }: typeof Redis;
  const redis: Redis.RedisLink;
  const { otel }: typeof Otel;
  const Ajv2020: typeof Ajv;
  const express: typeof expressModule;
  const z: typeof Z;
  const server: All.Server;
  const client: All.Client;
  const info: { name: string; version: string };
  const forecast: Runtime.Feature;
  const question: All.types.ElicitRequestParams;
}
export {};
`;

const knownFile = "test/editor/known.ts";

/** The examples of what some modules export, by name. */
function examplesOf(entries: readonly string[]): Map<string, string> {
  const program = languageService(entries, new Map(), {
    alone: true,
  }).getProgram();
  const checker = program?.getTypeChecker();
  const found = new Map<string, string>();
  for (const entry of entries) {
    const file = program?.getSourceFile(path.join(root, entry));
    const module = file && checker?.getSymbolAtLocation(file);
    if (!module || !checker) throw new Error(`${entry} is no module`);
    for (const one of checker.getExportsOfModule(module)) {
      const symbol =
        one.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(one) : one;
      const texts = symbol
        .getJsDocTags(checker)
        .filter(({ name }) => name === "example")
        .map(({ text }) => ts.displayPartsToString(text));
      if (texts.length > 0) found.set(symbol.name, texts.join("\n"));
    }
  }
  return found;
}

it("compiles the examples that editors show", () => {
  const examples = examplesOf([...runtimeEntries(), "generated/index.ts"]);
  for (const name of [
    ...["tool", "resource", "resourceTemplate", "prompt", "inputRequired"],
    ...["createServer", "createClient", "serveStdio", "spawnStdio", "connect"],
    ...["createHttpHandler", "createNodeHandler", "listen", "httpTransport"],
  ])
    expect([...examples.keys()]).toContain(name);
  const files = new Map([[knownFile, known]]);
  for (const [name, text] of examples)
    files.set(`test/editor/example-${name}.ts`, `${text}\nexport {};\n`);
  const service = languageService([], files);
  const problems = [...files.keys()].flatMap((name) => {
    const file = path.join(root, name);
    return [
      ...service.getSyntacticDiagnostics(file),
      ...service.getSemanticDiagnostics(file),
    ].map(
      ({ messageText }) =>
        `${name}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`,
    );
  });
  expect(problems).toEqual([]);
});
