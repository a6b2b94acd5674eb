import {
  Node,
  type ClassDeclaration,
  type ConstructorDeclaration,
} from "ts-morph";
import { anchor, code, fence, link, prose, table } from "../markdown.ts";
import { saidOf, type Said } from "./comment.ts";
import { hiddenTypes } from "./hidden.ts";
import { inlineProse, inlineType, type FindName } from "./inline.ts";
import { instances } from "./layout.ts";
import {
  basesOf,
  callsOf,
  membersOf,
  parameterName,
  type Member,
} from "./members.ts";
import {
  directionsOf,
  methodOf,
  nestedMembers,
  protocolTable,
} from "./protocol-methods.ts";
import type { Revisions } from "./revisions.ts";
import { formatted, formattedMembers, signatureOf } from "./signature.ts";
import type { Exported, Sources } from "./sources.ts";
import { piecesOf, textOf, type Targets } from "./type-text.ts";

/** What a page knows of the others. */
export interface View {
  readonly sources: Sources;
  readonly revisions: Revisions;
  readonly targets: Targets;
  readonly find: FindName;
}

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
    ...nodes.slice(1).flatMap((one) => [...overload(saidOf(one), said, view)]),
    seeAlso(said),
  );
}

function isBody(node: Node): boolean {
  return Node.isInterfaceDeclaration(node) || Node.isClassDeclaration(node);
}

export function sections(...parts: readonly string[]): string {
  return parts.filter((part) => part.trim() !== "").join("\n\n");
}

/** What another overload says for itself. */
function overload(said: Said, first: Said, { find }: View): string[] {
  if (said.text === "" || said.text === first.text) return [];
  return [inlineProse(said.text, find), ...examples(said)];
}

function examples({ examples: all }: Said): string[] {
  return all.map((one) => `**Example**\n\n${fence("typescript", one)}`);
}

function seeAlso({ see }: Said): string {
  return see.length === 0
    ? ""
    : `See ${see.map(({ url, title }) => link(title.replaceAll("`", ""), url)).join(", ")}.`;
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

/** An interface or a class: its properties in a table, then each method. */
async function renderBody(
  name: string,
  node: Node,
  view: View,
): Promise<string[]> {
  const { targets } = view;
  const bases = basesOf(node, targets, view.sources).map(inlineType);
  const all = membersOf(node.getType(), node, targets);
  const calls = callsOf(node, targets).map(
    (pieces) => `function ${callName(name)}${textOf(pieces)};`,
  );
  const shown = [...constructorsOf(name, node), ...calls];
  const nodes = [node, ...all.map((member) => member.node)];
  const hidden = await hiddenTypes(nodes, view.sources);
  const own = all.filter((member) => methodOf(member) !== undefined);
  const plain = all.filter((member) => !own.includes(member));
  return [
    bases.length > 0 ? `Extends ${bases.join(", ")}.` : "",
    shown.length > 0
      ? fence("typescript", await formatted(shown.join("\n")))
      : "",
    properties(
      plain.filter(({ isMethod }) => !isMethod),
      view,
    ),
    ...messages(name, all, view),
    ...(await methods(name, plain, view)),
    ...(detailed.includes(name) ? await methods(name, own, view) : []),
    hidden === ""
      ? ""
      : `Types in it that have no name to import:\n\n${fence("typescript", hidden)}`,
  ];
}

/** Tables of the functions for messages of the protocol. */
function messages(owner: string, all: readonly Member[], view: View): string[] {
  const { revisions, targets } = view;
  const instance = instances[owner] ?? owner;
  const nested = all.flatMap((member) => nestedMembers(member, targets));
  const methodView = { revisions, targets, directions: directionsOf(owner) };
  const notices = protocolTable(nested, methodView);
  const anchorOf = (name: string): string =>
    `#${anchor(`${instance}.${name}`)}`;
  const isTold = detailed.includes(owner);
  const requests = protocolTable(
    all,
    methodView,
    isTold ? anchorOf : undefined,
  );
  return [
    requests === "" ? "" : "Messages of the protocol:",
    requests,
    notices === "" ? "" : "Notifications of the protocol:",
    notices,
  ];
}

/** Types whose functions for messages have a heading each: what programs call. */
const detailed = ["Client", "ServerContext"];

function callName(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

function constructorsOf(name: string, node: Node): string[] {
  if (!Node.isClassDeclaration(node)) return [];
  const declared = constructorOf(node);
  const parameters = declared?.getParameters().map((parameter) => {
    const type = parameter.getTypeNode();
    const mark = parameter.isOptional() ? "?" : "";
    return `${parameterName(parameter)}${mark}: ${type ? textOf(piecesOf(type, () => undefined)) : "unknown"}`;
  }) ?? ["message?: string", "options?: ErrorOptions"];
  return [
    `declare class ${name} {\n constructor(${parameters.join(", ")});\n}`,
  ];
}

/** Its own constructor, or the one that it inherits; undefined is that of `Error`. */
function constructorOf(
  node: ClassDeclaration,
): ConstructorDeclaration | undefined {
  const base = node.getBaseClass();
  return node.getConstructors()[0] ?? (base && constructorOf(base));
}

function properties(
  members: readonly Member[],
  { find, targets }: View,
): string {
  if (members.length === 0) return "";
  return table(
    ["Property", "Type", "What it is"],
    members.map((member) => [
      `\`${member.name}${member.isOptional ? "?" : ""}\``,
      nestedMembers(member, targets).length > 0
        ? "`object`"
        : member.types.map(inlineType).join(" "),
      told(member.said, find) +
        (nestedMembers(member, targets).length > 0
          ? " Its functions are below."
          : ""),
    ]),
  );
}

/** A comment in a cell of a table, with what is so by default. */
export function told(said: Said, find: FindName): string {
  const byDefault =
    said.byDefault === undefined
      ? ""
      : ` Default: ${shownDefault(said.byDefault)}.`;
  const deprecated = said.isDeprecated ? "Deprecated. " : "";
  return deprecated + inlineProse(said.text, find) + byDefault;
}

/** A value is code; a text in parentheses behind it is not. */
export function shownDefault(text: string): string {
  const [, value, note = ""] =
    /^("[^"]*"|-?[\d._]+|true|false)( \(.*\))?$/.exec(text) ?? [];
  return value === undefined ? prose(text) : code(value) + note;
}

async function methods(
  owner: string,
  members: readonly Member[],
  view: View,
): Promise<string[]> {
  const instance = instances[owner] ?? owner;
  const all = members.filter(({ isMethod }) => isMethod);
  return Promise.all(
    all.map(async ({ name, isOptional, types, said }) => {
      const optional = isOptional ? "?" : "";
      const signatures = types.map(
        (pieces) => `${name}${optional}${textOf(pieces)};`,
      );
      const links = linksIn(types.flat());
      const shown = await formattedMembers(signatures);
      return sections(
        `#### ${instance}.${name}`,
        said.isDeprecated ? "> **Deprecated** in the newest revision." : "",
        inlineProse(said.text, view.find),
        fence("typescript", shown),
        links === "" ? "" : `Types: ${links}.`,
        ...examples(said),
        seeAlso(said),
      );
    }),
  );
}

/** The names in types that a page tells of, each once. */
export function linksIn(
  pieces: readonly {
    readonly text: string;
    readonly target?: string | undefined;
  }[],
): string {
  const links = pieces.flatMap(({ text, target }) =>
    target ? [link(`\`${text}\``, target)] : [],
  );
  return [...new Set(links)].join(", ");
}
