import type { EmitOptions, EmittedFile } from "../../src/emit/index.ts";
import type { Protocol } from "../../src/schema/model/index.ts";
import {
  emitEntryFiles,
  emitFiles,
  emitSharedFiles,
} from "../support/emitted.ts";
import {
  caseProtocols,
  protocolOf,
  revisionProtocols,
} from "../support/protocols.ts";

const request = `
  export interface Request { method: string }
  export interface DoRequest extends Request { method: "do"`;

/** Schemas that leave something out, so that what it needs must be left out too. */
const sparse = [
  "export const A = 1;",
  "export type A = unknown;",
  `${request} }`,
  `${request} } export type ClientRequest = DoRequest;`,
  `${request} } export type ServerRequest = DoRequest;`,
  `${request}; params: { a: typeof A; b: B.C } } export type ClientRequest = DoRequest;
  export const A = 1; export enum B { C = "c" }`,
].map((text, index) => protocolOf(text, `sparse-${index}`));

const revisions = await revisionProtocols();
/** Every revision, every case, and what leaves something out. */
export const protocols: readonly Protocol[] = [
  ...revisions,
  ...caseProtocols(),
  ...sparse,
];

/** Every revision's folder, and the stubs beside them: of the revisions, and of what leaves something out. */
export function emitAll(options: Partial<EmitOptions> = {}): EmittedFile[] {
  return [
    ...emitFiles(protocols, options),
    ...emitEntryFiles(revisions, options),
    ...emitSharedFiles(revisions, options),
    ...emitEntryFiles(sparse, options).map((file) => inFolder("sparse", file)),
  ];
}

/** The same file one folder deeper, where its imports lead out of again. */
function inFolder(folder: string, { path, text }: EmittedFile): EmittedFile {
  const moved = text.replaceAll(/from "\.\/(?=sparse-|runtime)/g, 'from "../');
  return { path: `${folder}/${path}`, text: moved };
}
