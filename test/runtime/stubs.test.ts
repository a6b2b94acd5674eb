import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { check } from "prettier";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deriveProtocol } from "../../src/derive/index.ts";
import { dispatchModule } from "../../src/emit/dispatch/index.ts";
import { guardsModule } from "../../src/emit/guards/index.ts";
import type { EmittedFile } from "../../src/emit/print/module.ts";
import { renderModule } from "../../src/emit/print/render.ts";
import { revisionIndex } from "../../src/emit/revision-index.ts";
import {
  clientModule,
  registryModule,
  serverModule,
} from "../../src/emit/stubs/modules.ts";
import { typesModule } from "../../src/emit/types/index.ts";
import { parseSchema } from "../../src/parse/index.ts";
import { withPackages } from "../support/typescript.ts";

/** Every name here is one that the emitted code uses, or that means something to JavaScript. */
const schema = `
export interface Request { method: string; params?: { _meta?: { [key: string]: unknown } } }
export interface Notification { method: string; params?: { [key: string]: unknown } }
export interface Result { [key: string]: unknown }
export interface Promise { promise: string }
export interface Server extends Result { server: Promise }
export interface Requests extends Result { requests: string }
export interface Awaitable { awaitable: string; _meta?: { [key: string]: unknown } }
export interface ThenRequest extends Request { method: "then"; params: Awaitable }
export interface ThenResult extends Requests { then: string }
export interface ConstructorRequest extends Request { method: "constructor" }
export interface ConstructorResult extends Server {}
export interface CloseRequest extends Request { method: "a\\"b\\\\u2028*/\${x}" }
export interface CloseResult extends Result { a: Promise }
export interface ProtoRequest extends Request { method: "__proto__" }
export interface ProtoResult extends Result { a?: string }
export interface ErrorNotification extends Notification { method: "error" }
export type ClientRequest = ThenRequest | ConstructorRequest | CloseRequest | ProtoRequest;
export type ServerNotification = ErrorNotification;
`;

let folder: string;
let files: EmittedFile[];

const runtime = "../runtime/index";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "mcp-gen-"));
  const { declarations } = parseSchema({ path: "schema.ts", text: schema });
  const { protocol } = deriveProtocol(declarations, { revision: "hostile" });
  const modules = [
    typesModule(protocol, true),
    guardsModule(protocol, true),
    dispatchModule(protocol),
    serverModule(protocol, { runtime, docs: true }),
    clientModule(protocol, { runtime, docs: true }),
    registryModule(protocol, { runtime, docs: true }),
  ];
  files = [...modules, revisionIndex(protocol, modules, runtime).index].flatMap(
    (module) => renderModule(module, { target: "ts", importExtension: ".ts" }),
  );
});

afterAll(() => rmSync(folder, { recursive: true }));

describe("stubs of a hostile schema", () => {
  test("are formatted", async () => {
    for (const { path, text } of files) {
      expect([path, await check(text, { parser: "typescript" })]).toEqual([
        path,
        true,
      ]);
    }
  });

  test("come with the errors of the runtime, and what connects them", () => {
    const index = files.find(({ path }) => path.endsWith("/index.ts"));
    expect(index?.text).toContain("connect,");
    expect(index?.text).toContain('} from "../runtime/index.ts";');
  });

  test("compile under the strictest flags, and look up no prototype", async () => {
    for (const { path, text } of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const root = join(import.meta.dirname, "../..");
    cpSync(join(root, "src/runtime"), join(folder, "runtime"), {
      recursive: true,
    });
    writeFileSync(join(folder, "package.json"), '{"type":"module"}');
    writeFileSync(
      join(folder, "tsconfig.json"),
      JSON.stringify({
        extends: join(root, "tsconfig.json"),
        compilerOptions: {
          declaration: true,
          isolatedDeclarations: true,
          noEmit: false,
          outDir: "out",
          rootDir: ".",
          typeRoots: [join(root, "node_modules/@types")],
          ...withPackages,
        },
        include: ["**/*.ts"],
        exclude: ["out"],
      }),
    );
    const tsc = join(root, "node_modules/typescript/bin/tsc");
    const { stdout } = spawnSync(process.execPath, [tsc, "-p", folder], {
      encoding: "utf8",
    });
    expect(stdout).toBe("");
    const index = join(folder, "out/hostile/dispatch.js");
    const dispatch = await import(/* @vite-ignore */ index);
    expect(Object.keys(dispatch.requests)).toContain("__proto__");
    expect(dispatch.isRequestMethod("constructor")).toBe(true);
    expect(dispatch.isRequestMethod("toString")).toBe(false);
    expect(dispatch.isNotificationMethod("__proto__")).toBe(false);
    expect(dispatch.chooseResult("then", {})?.type).toBe("ThenResult");
  });
});
