import type { Protocol } from "../model/index.ts";
import { withoutDocs } from "../model/without-docs.ts";
import { dispatchModule } from "./dispatch/index.ts";
import { guardsModule } from "./guards/index.ts";
import { printJsonSchema } from "./json-schema/index.ts";
import type { EmittedFile, Module } from "./module.ts";
import type { EmitName, EmitOptions } from "./options.ts";
import { printProtocol } from "./protocol.ts";
import { standardModule } from "./standard.ts";
import { clientModule } from "./stubs/client.ts";
import { serverModule } from "./stubs/server.ts";
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
    print: (protocol, options) => serverModule(protocol, stubOptions(options)),
  },
  client: {
    needs: ["types", "guards", "dispatch"],
    print: (protocol, options) => clientModule(protocol, stubOptions(options)),
  },
};

function stubOptions({ runtime, docs }: EmitOptions): StubOptions {
  return { runtime: runtimeSpecifier(runtime), docs };
}

/** Relative specifiers get the extension that was asked for when they are printed. */
function runtimeSpecifier(runtime: string): string {
  if (runtime === "copy") return "../runtime/index";
  const ending = [".ts", ".js"].find((one) => runtime.endsWith(one));
  return runtime.startsWith(".") && ending !== undefined
    ? runtime.slice(0, -ending.length)
    : runtime;
}
