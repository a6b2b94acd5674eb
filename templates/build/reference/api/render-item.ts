import { Node } from "ts-morph";
import { optionGroups } from "../options/layout.ts";
import { anchor, fence, link, table } from "../markdown.ts";
import { saidOf, type Said } from "./comment.ts";
import { hiddenTypes } from "./hidden.ts";
import { inlineProse, inlineType } from "./inline.ts";
import { membersOf, parameterName } from "./members.ts";
import { examples, properties, sections, seeAlso, type View } from "./parts.ts";
import { renderBody } from "./render-body.ts";
import { signatureOf } from "./signature.ts";
import type { Exported } from "./sources.ts";
import { piecesOf, textOf } from "./type-text.ts";

/** All that a page tells of one name, under its heading. */
export async function renderItem(
  { name, nodes, specifiers }: Exported,
  view: View,
): Promise<string> {
  const [node] = nodes;
  if (!node) return "";
  const from = specifiers.map((one) => `\`${one}\``).join(", ");
  const said =
    nodes.map(saidOf).find(({ text }) => text !== "") ?? saidOf(node);
  const body = isBody(node)
    ? await renderBody(name, node, view)
    : await renderCode(name, nodes, view);
  return sections(
    `### ${name}`,
    `From ${from}.`,
    ...(said.isDeprecated ? ["> **Deprecated** in the newest revision."] : []),
    inlineProse(said.text, view.find),
    ...body,
    ...examples(said),
    optionsLink(nodes, view),
    ...nodes.slice(1).flatMap((one) => [...overload(saidOf(one), said, view)]),
    seeAlso(said),
  );
}

/** Where the options of a function, or of such a type, stand with their defaults. */
function optionsLink(nodes: readonly Node[], { sources }: View): string {
  const table = optionGroups
    .flatMap(({ tables }) => tables)
    .find(
      ({ module, name }) => sources.find(module, name)?.nodes[0] === nodes[0],
    );
  return table
    ? `With defaults, in one table: ${link("Options", `../options.md#${anchor(table.title)}`)}.`
    : "";
}

function isBody(node: Node): boolean {
  return Node.isInterfaceDeclaration(node) || Node.isClassDeclaration(node);
}

/** What another overload says for itself. */
function overload(said: Said, first: Said, { find }: View): string[] {
  if (said.text === "" || said.text === first.text) return [];
  return [inlineProse(said.text, find), ...examples(said)];
}

/** A function, an alias or a value: its declaration, and what it takes. */
async function renderCode(
  name: string,
  nodes: readonly Node[],
  view: View,
): Promise<string[]> {
  const signature = await signatureOf(name, nodes);
  const [node] = nodes;
  if (!node) return [];
  const hidden = await hiddenTypes(nodes, view.sources);
  const members =
    Node.isTypeAliasDeclaration(node) && isObject(node)
      ? membersOf(node.getType(), node, view.targets)
      : [];
  return [
    fence("typescript", sections(signature, hidden)),
    parameters(nodes, view),
    properties(members, view),
  ];
}

/** Whether an alias is a name for an object with properties, and for nothing else. */
function isObject(node: Node): boolean {
  const type = node.getType();
  return (
    (type.isObject() || type.isIntersection()) &&
    !type.isArray() &&
    !type.isTuple() &&
    type.getCallSignatures().length === 0
  );
}

function parameters(nodes: readonly Node[], view: View): string {
  const rows = new Map<string, string[]>();
  const shown = nodes.filter(
    (node) =>
      !(Node.isFunctionDeclaration(node) && node.getOverloads().length > 0),
  );
  for (const node of shown) {
    const { params } = saidOf(node);
    if (!Node.isFunctionDeclaration(node)) continue;
    for (const parameter of node.getParameters()) {
      const type = parameter.getTypeNode();
      if (!type) continue;
      const name = parameterName(parameter);
      const pieces = piecesOf(type, view.targets);
      const optional = parameter.isOptional() ? "?" : "";
      rows.set(`${name}: ${textOf(pieces)}`, [
        `\`${name}${optional}\``,
        inlineType(pieces),
        inlineProse(params.get(name) ?? "", view.find),
      ]);
    }
  }
  const [first] = shown;
  const returned = Node.isFunctionDeclaration(first)
    ? first.getReturnTypeNode()
    : undefined;
  if (returned)
    rows.set("", ["returns", inlineType(piecesOf(returned, view.targets)), ""]);
  if (rows.size === 0) return "";
  const all = [...rows.values()];
  return all.some(([, , text]) => text !== "")
    ? table(["Parameter", "Type", "What it is"], all)
    : table(
        ["Parameter", "Type"],
        all.map((row) => row.slice(0, 2)),
      );
}
