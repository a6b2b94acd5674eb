import type { Protocol } from "../schema/model/index.ts";
import { withoutDocs } from "../schema/model/without-docs.ts";
import { dispatchModule } from "./dispatch/index.ts";
import { guardsModule } from "./guards/index.ts";
import { printJsonSchema } from "./json-schema/index.ts";
import type { EmittedFile, Module } from "./print/module.ts";
import { emitNames, type EmitName, type EmitOptions } from "./options.ts";
import { printProtocol } from "./protocol.ts";
import { revisionSpecifier } from "./runtime-specifier.ts";
import { standardModule } from "./standard.ts";
import { clientModule, registryModule, serverModule } from "./stubs/modules.ts";
import type { StubOptions } from "./stubs/stub.ts";
import { typesModule } from "./types/index.ts";

/** An output: what it needs, and how it is printed. */
interface Emitter {
  /** Outputs that its modules import. */
  readonly needs: readonly EmitName[];
  print(protocol: Protocol, options: EmitOptions): Module | EmittedFile;
}

export const emitters: Readonly<Record<EmitName, Emitter>> = {
  types: {
    needs: [],
    print: (protocol, { docs }) => typesModule(protocol, docs),
  },
  guards: {
    needs: ["types"],
    print: (protocol, { docs }) => guardsModule(protocol, docs),
  },
  standard: {
    needs: ["types", "guards"],
    print: standardModule,
  },
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
      text: printProtocol(docs ? protocol : withoutProse(protocol)),
    }),
  },
  server: {
    needs: ["types", "guards", "dispatch"],
    print: (protocol, options) => serverModule(protocol, stubOptions(options)),
  },
  client: {
    needs: ["types", "guards", "dispatch"],
    print: (protocol, options) => clientModule(protocol, stubOptions(options)),
  },
  registry: {
    needs: ["types", "guards", "dispatch", "server"],
    print: (protocol, options) =>
      registryModule(protocol, stubOptions(options)),
  },
};

/** Neither the schema's words nor ours. */
function withoutProse(protocol: Protocol): Protocol {
  const { descriptions: _, ...facts } = withoutDocs(protocol);
  return facts;
}

function stubOptions({ runtime, docs }: EmitOptions): StubOptions {
  return { runtime: revisionSpecifier(runtime), docs };
}

/** The outputs asked for, and those that they import. */
export function withNeeded(emit: readonly EmitName[]): EmitName[] {
  const needed = new Set(emit.flatMap((name) => emitters[name].needs));
  return emitNames.filter((name) => emit.includes(name) || needed.has(name));
}
