import type { Protocol } from "../schema/model/index.ts";
import { comment } from "./print/comment.ts";
import { withNeeded } from "./emitters.ts";
import { newestFirst } from "./newest-first.ts";
import { list, types } from "./print/layout.ts";
import { generatedMark } from "./print/marks.ts";
import type { EmittedFile, Item, Module } from "./print/module.ts";
import { quote } from "./print/names.ts";
import type { EmitName, EmitOptions } from "./options.ts";
import { renderModule } from "./print/render.ts";
import { exportsByName } from "./revision-index.ts";
import { specifierAbove } from "./runtime-specifier.ts";
import { shareGuards } from "./print-all.ts";
import { borrowShared } from "./shared-code/share.ts";
import { sharedValues } from "./shared-exports.ts";
import { clientItems } from "./stubs/client.ts";
import { fitItems } from "./stubs/fits.ts";
import { registryItems } from "./stubs/registry/registry.ts";
import { serverItems } from "./stubs/server.ts";
import { clientSide, createStub, originsOf, serverSide } from "./stubs/stub.ts";

/** A stub that speaks every revision, and how it is printed. */
const stubs = {
  server: { side: serverSide, content: "Server", print: serverItems },
  client: { side: clientSide, content: "Client", print: clientItems },
  registry: { side: serverSide, content: "Features", print: registryItems },
} as const;

type StubName = keyof typeof stubs;

/**
 * Prints what stands beside the folders of the revisions: one server and one
 * client that speak all of them, typed against the newest. There is none where
 * no stub is asked for.
 */
export function emitAllRevisions(
  protocols: readonly Protocol[],
  options: EmitOptions,
): EmittedFile[] {
  const [newest, ...older] = newestFirst(protocols);
  const names = withNeeded(options.emit).filter(isStubName);
  if (newest === undefined || names.length === 0) return [];
  const spoken = [newest, ...older] as const;
  const runtime = specifierAbove(options.runtime, newest.revision);
  const origins = originsOf(spoken);
  const modules = names.map((name): Module => {
    const { side, content, print } = stubs[name];
    const stub = createStub(origins, side, { runtime, docs: options.docs });
    return {
      path: name,
      header: sharedHeader(content, spoken),
      items: print(stub),
    };
  });
  const index: Module = {
    path: "index",
    header: sharedHeader("Entry", spoken),
    items: indexItems(spoken, modules, runtime),
  };
  const fits = borrowShared(
    {
      path: "fits",
      header: sharedHeader("Guards between the revisions", spoken),
      items: fitItems(origins),
    },
    shareGuards(protocols, options).shared,
  );
  return [...modules, ...(fits.items.length > 0 ? [fits] : []), index].flatMap(
    (module) => renderModule(module, options),
  );
}

function isStubName(name: EmitName): name is StubName & EmitName {
  return Object.hasOwn(stubs, name);
}

function sharedHeader(
  content: string,
  protocols: readonly Protocol[],
): string[] {
  const revisions = protocols.map(({ revision }) => revision).join(", ");
  return [
    `${content} of the Model Context Protocol, revisions ${revisions}.`,
    "",
    generatedMark,
  ];
}

function indexItems(
  [newest, ...older]: readonly [Protocol, ...Protocol[]],
  modules: readonly Module[],
  runtime: string,
): Item[] {
  const ids = [newest, ...older].map(({ revision }) => quote(revision));
  const tuple = list("[", ids, "]");
  return [
    ...modules.flatMap(exportsByName),
    ...sharedValues(runtime),
    // With a star, so that a program can augment `Register` here.
    { kind: "reexport", types: true, from: runtime },
    {
      kind: "reexport",
      types: true,
      namespace: "types",
      from: `./${newest.revision}/types`,
    },
    {
      kind: "constant",
      comment: comment("The revisions that are spoken, newest first."),
      exported: true,
      name: "revisions",
      declaredType: ["readonly ", tuple],
      value: [tuple, types(" as const")],
    },
  ];
}
