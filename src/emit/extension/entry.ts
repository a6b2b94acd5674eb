import type { ExtendedProtocol } from "../../schema/extend/part.ts";
import { object, type ObjectMember } from "../dispatch/objects.ts";
import { withNeeded } from "../emitters.ts";
import { block, group, type Doc } from "../print/layout.ts";
import { comment } from "../print/comment.ts";
import { generatedMark } from "../print/marks.ts";
import { aliasesAmong, newestFirst } from "../newest-first.ts";
import type { EmitOptions } from "../options.ts";
import type { EmittedFile, Item, Module } from "../print/module.ts";
import { quote } from "../print/names.ts";
import { renderModule } from "../print/render.ts";
import { barred, typeArguments } from "../print/type-syntax.ts";
import { entrySpecifier, revisionSpecifier } from "../runtime-specifier.ts";
import { createImports } from "../stubs/imports.ts";
import {
  clientSide,
  createStub,
  originType,
  originValue,
  runtimeType,
  serverSide,
  type Stub,
} from "../stubs/stub.ts";
import { publisherType, sideInterfaces } from "./interfaces.ts";
import { extensionOrigins, type ExtensionOrigin } from "./origins.ts";
import { valueText } from "./text.ts";
import { viewsOf, type ExtensionView } from "./view.ts";

/** The module that has an extension as one value. */
export interface EmittedEntry {
  /** The name of the value that it exports. */
  readonly value: string;
  /** Without an extension, relative to the output folder. */
  readonly path: string;
  readonly files: readonly EmittedFile[];
}

/**
 * Prints what stands beside the folders of the revisions: each extension as one value,
 * for servers and clients of all revisions that it is part of. There is none where no
 * stub is asked for.
 */
export function emitExtensionEntries(
  extended: readonly ExtendedProtocol[],
  options: EmitOptions,
): EmittedEntry[] {
  const names = withNeeded(options.emit);
  if (!names.includes("server") && !names.includes("client")) return [];
  return [...byName(extended)].map(([name, part]) => ({
    value: part.views[0].part.member,
    path: `extensions/${name}`,
    files: renderModule(entryModule(part, options), options),
  }));
}

type Views = [ExtensionView, ...ExtensionView[]];

/** An extension, in the revisions that it is part of, newest first. */
interface Part {
  readonly views: Views;
  /** Revisions that are another one by a new name, and which that is. */
  readonly aliases: ReadonlyMap<string, string>;
}

function byName(extended: readonly ExtendedProtocol[]): Map<string, Part> {
  const found = new Map<string, Views>();
  const protocols = extended.map(({ protocol }) => protocol);
  for (const one of newestFirst(protocols))
    for (const view of extended
      .filter(({ protocol }) => protocol === one)
      .flatMap(viewsOf)) {
      const known = found.get(view.part.name);
      if (known === undefined) found.set(view.part.name, [view]);
      else known.push(view);
    }
  const aliases = new Map(
    [...aliasesAmong(protocols)].map(([alias, other]) => [
      alias.revision,
      other.revision,
    ]),
  );
  return new Map([...found].map(([name, views]) => [name, { views, aliases }]));
}

/** What the value of an extension is printed from. */
interface Entry {
  readonly name: string;
  readonly origins: readonly [ExtensionOrigin, ...ExtensionOrigin[]];
  readonly aliases: Part["aliases"];
  readonly stub: Stub;
  /** Whether there is a client that is typed. */
  readonly hasClient: boolean;
}

function entryModule({ views, aliases }: Part, options: EmitOptions): Module {
  const [{ part }] = views;
  const origins = extensionOrigins(views);
  const shared = {
    runtime: revisionSpecifier(options.runtime),
    docs: options.docs,
    imports: createImports(),
  };
  const server = createStub(origins, serverSide, shared);
  const client = createStub(origins, clientSide, shared);
  const emitted = withNeeded(options.emit);
  const entry: Entry = {
    name: part.member,
    origins,
    aliases,
    stub: server,
    hasClient: emitted.includes("client"),
  };
  const filters = Object.values(part.subscriptions).map((one) => one.filter);
  const items =
    part.behaviour === undefined
      ? [
          ...sideInterfaces({
            stub: server,
            hasContext: emitted.includes("server"),
            filters,
          }),
          ...sideInterfaces({
            stub: client,
            hasContext: entry.hasClient,
            filters,
          }),
          publisherType(server),
          ...definedValue(entry),
        ]
      : behavingValue(entry, part.behaviour);
  return {
    path: `extensions/${part.name}`,
    header: entryHeader(views),
    items: [...shared.imports.items(), typesOf(origins[0]), ...items],
  };
}

function entryHeader(views: Views): string[] {
  const [{ part }] = views;
  const { extension, revision } = part.model;
  const revisions = views.map(({ protocol }) => protocol.revision).join(", ");
  return [
    `The extension ${extension}, revision ${revision}, for the Model Context Protocol,`,
    `revisions ${revisions}.`,
    "",
    generatedMark,
  ];
}

/** The types of the newest revision are at hand where the value is. */
function typesOf({ folder }: ExtensionOrigin): Item {
  return {
    kind: "reexport",
    types: true,
    namespace: "types",
    from: `${folder}types`,
  };
}

/** An extension whose methods are all that there is to it. */
function definedValue(entry: Entry): Item[] {
  const { name, origins, stub } = entry;
  const from = entrySpecifier(stub.runtime, "extension");
  const [newest] = origins;
  const type = stub.imports.type(from, "Extension");
  return [
    typesOfValue(stub, newest),
    {
      kind: "constant",
      comment: comment(valueText(newest.view, name, stub.docs)),
      exported: true,
      name,
      type: typeArguments(type, [quote(name), "ExtensionTypes"]),
      value: definition(stub.imports.value(from, "defineExtension"), entry),
      breaks: true,
    },
  ];
}

/** What the types of an extension's value follow from. */
function typesOfValue(stub: Stub, newest: ExtensionOrigin): Item {
  const { settings } = newest.view.part;
  const declared =
    settings === undefined
      ? runtimeType(stub, "JsonObject")
      : originType(stub, newest, { name: settings });
  return {
    kind: "type",
    comment: comment("What the types of the extension follow from."),
    exported: true,
    name: "ExtensionTypes",
    text: [
      "interface ExtensionTypes ",
      block(
        "readonly serverHandlers: ServerHandlers;",
        "readonly clientHandlers: ClientHandlers;",
        `readonly settings: ${declared};`,
        "readonly serverPeer: ServerPeer;",
        "readonly clientPeer: ClientPeer;",
        "readonly publisher: Publisher;",
      ),
    ],
  };
}

/** An extension that a module of the runtime brings to life; the program gets that from here too. */
function behavingValue(
  entry: Entry,
  { module, name: define }: { module: string; name: string },
): Item[] {
  const { name, origins, stub } = entry;
  const from = entrySpecifier(stub.runtime, module);
  stub.imports.namespace(from, "behaviour", "values");
  return [
    { kind: "reexport", types: false, from },
    {
      kind: "constant",
      comment: comment(valueText(origins[0].view, name, stub.docs)),
      exported: true,
      name,
      type: typeArguments("ReturnType", [
        typeArguments(`typeof behaviour.${define}`, [
          quote(name),
          alteredCalls(entry),
        ]),
      ]),
      value: definition(`behaviour.${define}`, entry),
      breaks: true,
    },
  ];
}

/** The calls of a client whose answer may be another than their own, by method, as the core types them. */
function alteredCalls({ origins, stub, hasClient }: Entry): Doc {
  const methods = Object.keys(origins[0].view.part.results);
  if (!hasClient || methods.length === 0) return "object";
  const calls = stub.imports.type("../client", "ServerCalls");
  return typeArguments("Pick", [calls, group(barred(methods.map(quote)))]);
}

function definition(
  define: string,
  { name, origins, aliases, stub }: Entry,
): Doc {
  const revisions = origins.flatMap((origin): ObjectMember[] => {
    const { revision } = origin.protocol;
    const rows = (side: string): string =>
      originValue(stub, origin, "dispatch", `${side}Rows`);
    const both = object([
      ["server", rows("server")],
      ["client", rows("client")],
    ]);
    const others = [...aliases].filter(([, other]) => other === revision);
    return [revision, ...others.map(([alias]) => alias)].map((id) => [
      id,
      both,
    ]);
  });
  const [{ view }] = origins;
  return [
    `/* @__PURE__ */ ${define}(`,
    object([
      ["id", quote(view.part.model.extension)],
      ["name", quote(name)],
      ["revisions", object(revisions)],
    ]),
    ")",
  ];
}
