import { Node, type SourceFile } from "ts-morph";
import { cell, code, link, table } from "../markdown.ts";
import type { ReferencePage } from "../page.ts";
import { saidOf } from "./comment.ts";
import { inlineProse } from "./inline.ts";
import { sections, type View } from "./parts.ts";
import { spanOf, type Revisions } from "./revisions.ts";

/** A name of the revisions' own entries. */
interface Named {
  readonly name: string;
  readonly revisions: string[];
  /** In the newest revision that has it. */
  readonly node: Node;
  readonly isType: boolean;
}

/** docs/reference/api/protocol.md: the types and guards of the revisions. */
export function protocolPage(view: View): ReferencePage {
  const { revisions, sources } = view;
  const named = new Map<string, Named>();
  for (const id of revisions.ids) {
    const entry = sources.file(`generated/${id}/index.ts`);
    for (const [name, [node]] of entry.getExportedDeclarations()) {
      if (!node || sources.of(node) || isOfEntry(node)) continue;
      const ids = named.get(name)?.revisions ?? [];
      named.set(name, {
        name,
        revisions: [...ids, id],
        node,
        isType:
          Node.isInterfaceDeclaration(node) ||
          Node.isTypeAliasDeclaration(node),
      });
    }
  }
  const all = [...named.values()].sort((one, other) =>
    one.name < other.name ? -1 : 1,
  );
  const types = all.filter(({ isType, node }) => isType && !isDispatch(node));
  const typeNames = new Set(types.map(({ name }) => name));
  const others = all.filter(
    ({ name, isType, node }) =>
      (isDispatch(node) || !isType) && !typeNames.has(guarded(name) ?? ""),
  );
  const newest = revisions.ids.at(-1) ?? "";
  return {
    path: "api/protocol.md",
    text: sections(
      "# Types of the protocol",
      `Each revision has an entry of its own, such as \`@mcp-gen/runtime/${newest}\`. It exports the types of that revision, their guards, and tables of its methods; and \`createServer\`, \`createClient\`, \`tool\` and all other names of [\`@mcp-gen/runtime\`](index.md), for that revision alone.`,
      `\`@mcp-gen/runtime\` exports the types of the newest revision as one namespace: \`import type { types } from "@mcp-gen/runtime";\`, then \`types.Tool\`.`,
      `The revisions are ${revisions.ids.map(code).join(", ")}.`,
      "## Guards",
      "`isTool(value)` says whether a value is a `Tool`. `validateTool(value)` gives the first thing that is wrong, with the path to it, or `undefined`. The table says which types have them.",
      "## Types",
      "Each links to the specification, in the newest revision that has the type.",
      table(
        ["Type", "What it is", "Guards", "Revisions"],
        types.map((one) => typeRow(one, named, revisions, view)),
      ),
      "## Tables of methods, and other names",
      "What the runtime knows of a revision. Tools that read messages by themselves use it: `classify` tells what a message is, and `requests` and `notifications` are the guards by method.",
      table(
        ["Name", "What it is", "Revisions"],
        others.map((one) => [
          code(one.name),
          inlineProse(saidOf(one.node).text, view.find).split("\n")[0] ?? "",
          spanOf(revisions, one.revisions),
        ]),
      ),
    ),
  };
}

function typeRow(
  { name, node, revisions: having }: Named,
  named: ReadonlyMap<string, Named>,
  revisions: Revisions,
  { find }: View,
): string[] {
  const { text, see } = saidOf(node);
  const [page] = see;
  const guards = [`is${name}`, `validate${name}`].filter((guard) =>
    named.has(guard),
  );
  return [
    page ? link(code(name), page.url) : code(name),
    cell(inlineProse(text.split("\n")[0] ?? "", find)),
    guards.map(code).join(", "),
    spanOf(revisions, having),
  ];
}

/** The type that a guard is of. */
function guarded(name: string): string | undefined {
  return /^(?:is|validate)([A-Z]\w*)$/.exec(name)?.[1];
}

function moduleOf(node: Node): string {
  const file: SourceFile = node.getSourceFile();
  return file.getBaseNameWithoutExtension();
}

function isDispatch(node: Node): boolean {
  return moduleOf(node) === "dispatch";
}

/** What each revision has in its own form, and `all` for every one. */
function isOfEntry(node: Node): boolean {
  return ["server", "client", "registry"].includes(moduleOf(node));
}
