import type {
  ExtendedProtocol,
  ExtensionPart,
} from "../../schema/extend/part.ts";
import type { Protocol } from "../../schema/model/index.ts";
import { generatedMark } from "../print/marks.ts";
import type { NamedType } from "../lookup/references.ts";

/** What an extension adds to one revision, as its modules print it. */
export interface ExtensionView {
  readonly part: ExtensionPart;
  /** The declarations of the core and of the extension, with the messages of the extension alone. */
  readonly protocol: Protocol;
  /** Where its modules are: `<revision>/extensions/<name>`. */
  readonly folder: string;
  /** Whether the core declares a name. */
  isCore(name: string): boolean;
}

/** The extensions of a revision, each as if it stood alone in it. */
export function viewsOf({
  protocol,
  parts,
}: ExtendedProtocol): ExtensionView[] {
  const added = new Set(
    parts.flatMap(({ declarations }) => declarations.map(({ name }) => name)),
  );
  const core = new Set(
    protocol.declarations
      .map(({ name }) => name)
      .filter((name) => !added.has(name)),
  );
  return parts.map((part) => ({
    part,
    protocol: {
      ...protocol,
      requests: [...part.requests],
      notifications: [...part.notifications],
      // Its types are on no page of the core's.
      pages: { base: protocol.pages.base },
      descriptions: { ...protocol.descriptions, ...part.descriptions },
    },
    folder: `${protocol.revision}/extensions/${part.name}`,
    isCore: (name) => core.has(name),
  }));
}

/** The comment that opens a module of an extension. */
export function headerOf(
  { part: { model }, protocol }: ExtensionView,
  content: string,
): string[] {
  const { extension, revision, source } = model;
  const origin = source?.url ?? "a local schema.ts";
  const digest = source === undefined ? "" : `, sha256 ${source.sha256}`;
  return [
    `${content} of the extension ${extension}, revision ${revision},`,
    `for revision ${protocol.revision} of the Model Context Protocol.`,
    "",
    generatedMark,
    `Schema: ${origin}${digest}`,
  ];
}

/** The names under which a module of an extension imports the core's modules. */
export const coreNames = { types: "coreTypes", guards: "coreGuards" } as const;

/** The name by which a module of an extension knows a type. */
export function referenceIn(
  { isCore }: ExtensionView,
  { name, type }: NamedType,
): string {
  if (type !== undefined) return `guards.${name}`;
  return isCore(name) ? `${coreNames.types}.${name}` : `types.${name}`;
}
