import { deriveRevision } from "../../src/revisions/derive.ts";
import { dispatchModule } from "../../src/emit/dispatch/index.ts";
import { guardsModule } from "../../src/emit/guards/index.ts";
import type { EmitOptions } from "../../src/emit/options.ts";
import type { EmittedFile } from "../../src/emit/print/module.ts";
import { renderModule } from "../../src/emit/print/render.ts";
import { revisionIndex } from "../../src/emit/revision-index.ts";
import {
  clientModule,
  registryModule,
  serverModule,
} from "../../src/emit/stubs/modules.ts";
import { typesModule } from "../../src/emit/types/index.ts";
import { parseSchema } from "../../src/schema/parse/index.ts";

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

const runtime = "../runtime/index";

/** What is emitted for the schema. */
export function hostileStubs(
  options: Pick<EmitOptions, "target" | "importExtension">,
): EmittedFile[] {
  const { declarations } = parseSchema({ path: "schema.ts", text: schema });
  const { protocol } = deriveRevision(declarations, { revision: "hostile" });
  const modules = [
    typesModule(protocol, true),
    guardsModule(protocol, true),
    dispatchModule(protocol),
    serverModule(protocol, { runtime, docs: true }),
    clientModule(protocol, { runtime, docs: true }),
    registryModule(protocol, { runtime, docs: true }),
  ];
  const { index } = revisionIndex(protocol, modules, runtime);
  return [...modules, index].flatMap((module) => renderModule(module, options));
}
