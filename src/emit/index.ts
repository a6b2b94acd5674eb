import type { Protocol } from "../model/index.ts";
import { withoutDocs } from "../model/without-docs.ts";
import { clientModule } from "./stubs/client.ts";
import { dispatchModule } from "./dispatch/index.ts";
import { guardsModule } from "./guards/index.ts";
import { printJsonSchema, type Flavor } from "./json-schema/index.ts";
import type { EmittedFile, ImportExtension, Module, Target } from "./module.ts";
import { printProtocol } from "./protocol.ts";
import { renderModule } from "./render.ts";
import {
  findCollisions,
  revisionIndexModule,
  type Collision,
} from "./revision-index.ts";
import { serverModule } from "./stubs/server.ts";
import { standardModule } from "./standard.ts";
import { typesModule } from "./types/index.ts";

export type { Collision, EmittedFile, Flavor, ImportExtension, Target };

/** What can be emitted for a revision. */
export type EmitName =
  | "types"
  | "guards"
  | "standard"
  | "dispatch"
  | "json-schema"
  | "protocol"
  | "server"
  | "client";

export interface EmitOptions {
  readonly emit: readonly EmitName[];
  readonly target: Target;
  readonly importExtension: ImportExtension;
  readonly jsonSchema: Flavor;
  /** Whether prose comes through; constraints always do. */
  readonly docs: boolean;
  /** Where the stubs import the runtime from: `copy` for the folder beside them. */
  readonly runtime: string;
}

/** An output: what it needs, and how it is printed. */
interface Emitter {
  /** Outputs that its modules import. */
  readonly needs: readonly EmitName[];
  print(protocol: Protocol, options: EmitOptions): Module | EmittedFile;
}

const emitters: Readonly<Record<EmitName, Emitter>> = {
  types: {
    needs: [],
    print: (protocol, { docs }) => typesModule(protocol, docs),
  },
  guards: { needs: ["types"], print: guardsModule },
  standard: { needs: ["types", "guards"], print: standardModule },
  dispatch: { needs: ["types", "guards"], print: dispatchModule },
  "json-schema": {
    needs: [],
    print: (protocol, { jsonSchema, docs }) => ({
      path: `${protocol.revision}/schema.json`,
      text: printJsonSchema(protocol, { flavor: jsonSchema, docs }),
    }),
  },
  protocol: {
    needs: [],
    print: (protocol, { docs }) => ({
      path: `${protocol.revision}/protocol.json`,
      text: printProtocol(docs ? protocol : withoutDocs(protocol)),
    }),
  },
  server: {
    needs: ["types", "guards", "dispatch"],
    print: (protocol, options) =>
      serverModule(protocol, runtimeSpecifier(options)),
  },
  client: {
    needs: ["types", "guards", "dispatch"],
    print: (protocol, options) =>
      clientModule(protocol, runtimeSpecifier(options)),
  },
};

/** Every output, in the order in which they build on each other. */
export const emitNames: readonly EmitName[] = [
  "types",
  "guards",
  "standard",
  "dispatch",
  "json-schema",
  "protocol",
  "server",
  "client",
];

/** The outputs asked for, and those that they import. */
export function withNeeded(emit: readonly EmitName[]): EmitName[] {
  const needed = new Set(emit.flatMap((name) => emitters[name].needs));
  return emitNames.filter((name) => emit.includes(name) || needed.has(name));
}

/** Prints the files of every protocol; the same input gives the same bytes. */
export function emit(
  protocols: readonly Protocol[],
  options: EmitOptions,
): EmittedFile[] {
  return protocols.flatMap((protocol) => emitRevision(protocol, options).files);
}

export interface EmittedRevision {
  readonly files: EmittedFile[];
  /** The names of which the revision's entry can export only one. */
  readonly collisions: Collision[];
}

/** Prints the files of one protocol. */
export function emitRevision(
  protocol: Protocol,
  options: EmitOptions,
): EmittedRevision {
  const outputs = withNeeded(options.emit).map((name) => ({
    name,
    output: emitters[name].print(protocol, options),
  }));
  const modules = outputs.flatMap(({ name, output }) =>
    "items" in output ? [{ name, module: output }] : [],
  );
  // Standard Schemas have an entry of their own: few need them, and all would load them.
  const entry = modules
    .filter(({ name }) => name !== "standard")
    .map(({ module }) => module);
  const index =
    entry.length === 0 ? [] : [revisionIndexModule(protocol, entry)];
  return {
    files: [
      ...[...modules.map(({ module }) => module), ...index].flatMap((module) =>
        renderModule(module, options),
      ),
      ...outputs.flatMap(({ output }) => ("text" in output ? [output] : [])),
    ],
    collisions: findCollisions(entry),
  };
}

function runtimeSpecifier({ runtime }: EmitOptions): string {
  return runtime === "copy" ? "../runtime/index" : runtime;
}
