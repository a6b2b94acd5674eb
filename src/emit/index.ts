import type { Protocol } from "../model/index.ts";
import { withoutDocs } from "../model/without-docs.ts";
import { clientModule } from "./stubs/client.ts";
import { dispatchModule } from "./dispatch/index.ts";
import { guardsModule } from "./guards/index.ts";
import { printJsonSchema, type Flavor } from "./json-schema/index.ts";
import type { EmittedFile, ImportExtension, Module, Target } from "./module.ts";
import { printProtocol } from "./protocol.ts";
import { renderModule } from "./render.ts";
import { revisionIndexModule } from "./revision-index.ts";
import { serverModule } from "./stubs/server.ts";
import { standardModule } from "./standard.ts";
import { typesModule } from "./types/index.ts";

export type { EmittedFile, Flavor, ImportExtension, Target };

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
  const names = withNeeded(options.emit);
  return protocols.flatMap((protocol) => {
    const outputs = names.map((name) =>
      emitters[name].print(protocol, options),
    );
    const modules = outputs.filter((output) => "items" in output);
    const index =
      modules.length === 0 ? [] : [revisionIndexModule(protocol, modules)];
    return [
      ...[...modules, ...index].flatMap((module) =>
        renderModule(module, options),
      ),
      ...outputs.filter((output) => "text" in output),
    ];
  });
}

function runtimeSpecifier({ runtime }: EmitOptions): string {
  return runtime === "copy" ? "../runtime/index" : runtime;
}
