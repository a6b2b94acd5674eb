import { Node, type Type } from "ts-morph";
import { inlineType } from "../api/inline.ts";
import { membersOf, type Member } from "../api/members.ts";
import { viewFrom } from "../api/pages.ts";
import { placesOf } from "../api/places.ts";
import { inlineProse } from "../api/inline.ts";
import { sections, shownDefault, type View } from "../api/parts.ts";
import { readRevisions } from "../api/revisions.ts";
import { openSources, type Exported } from "../api/sources.ts";
import { anchor, link, table } from "../markdown.ts";
import type { ReferencePage } from "../page.ts";
import { inherited, optionGroups } from "./layout.ts";
import type { OptionTable } from "./table.ts";

const path = "options.md";

/** docs/reference/options.md: every option, with its type and what it is by default. */
export function optionsPage(repository: string): readonly ReferencePage[] {
  const sources = openSources(repository);
  const revisions = readRevisions(repository);
  const view = viewFrom(path, sources, placesOf(sources), revisions);
  const contents = optionGroups.map(({ title, tables }) => {
    const links = tables.map((one) => link(one.title, `#${anchor(one.title)}`));
    return `- ${title}: ${links.join(", ")}`;
  });
  const all = optionGroups.flatMap(({ tables }) =>
    tables.map((one) => optionTable(one, view)),
  );
  const text = sections(
    "# Options",
    "Every option of every function that takes some. An option without a default is off, or not there, when you leave it out. Times are in milliseconds, sizes in bytes, unless the table says otherwise.",
    contents.join("\n"),
    ...all,
  );
  return [{ path, text }];
}

function optionTable(asked: OptionTable, view: View): string {
  const { module, name, title, intro } = asked;
  const exported = view.sources.find(module, name);
  if (!exported) throw new Error(`${module} does not export ${name}`);
  const rows = optionsOf(asked, exported, view).map((member) => [
    // Four columns would leave too little room for the last one.
    `\`${member.name}\`<br>${member.types.map(inlineType).join(" ")}`,
    defaultOf(member),
    (member.said.isDeprecated ? "Deprecated. " : "") +
      inlineProse(member.said.text, view.find),
  ]);
  return sections(
    `## ${title}`,
    `${intro.replace(/\.$/, "")}.${typeLink(exported, view)}`,
    table(["Option, and its type", "Default", "What it does"], rows),
  );
}

function typeLink({ name, nodes }: Exported, view: View): string {
  const [node] = nodes;
  const known = node && view.targets(node);
  return known
    ? ` ${isFunction(node) ? "The function" : "The type"} is ${link(`\`${name}\``, known.target)}.`
    : "";
}

function isFunction(node: Node): boolean {
  return Node.isVariableDeclaration(node) || Node.isFunctionDeclaration(node);
}

/** The options, without those that another table of the page has. */
function optionsOf(
  { name, module }: OptionTable,
  { nodes }: Exported,
  { sources, targets }: View,
): Member[] {
  const [node] = nodes;
  if (!node) return [];
  const members = membersOf(typeOf(node), node, targets);
  const base = inherited[name];
  const shown = base && sources.find(module, base)?.nodes[0];
  if (!shown) return members;
  const others = new Set(
    shown
      .getType()
      .getProperties()
      .map((symbol) => symbol.getName()),
  );
  return members.filter((member) => !others.has(member.name));
}

/** Options have a type, or are what a function takes second. */
function typeOf(node: Node): Type {
  if (!isFunction(node)) return node.getType();
  const [signature] = node.getType().getCallSignatures();
  const parameter = signature?.getParameters()[1];
  if (!parameter) throw new Error("a function without options has no table");
  return parameter.getTypeAtLocation(node);
}

function defaultOf({ isOptional, said }: Member): string {
  if (!isOptional) return "required";
  return said.byDefault === undefined ? "" : shownDefault(said.byDefault);
}
