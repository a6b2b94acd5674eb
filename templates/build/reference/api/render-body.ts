import {
  Node,
  type ClassDeclaration,
  type ConstructorDeclaration,
} from "ts-morph";
import { anchor, fence } from "../markdown.ts";
import { saidOf, type Said } from "./comment.ts";
import { hiddenTypes } from "./hidden.ts";
import { inlineProse, inlineType } from "./inline.ts";
import { instances } from "./layout/index.ts";
import {
  basesOf,
  callsOf,
  membersOf,
  parameterName,
  type Member,
} from "./members.ts";
import {
  examples,
  linksIn,
  properties,
  sections,
  seeAlso,
  type View,
} from "./parts.ts";
import {
  directionsOf,
  methodOf,
  nestedMembers,
  protocolTable,
} from "./protocol-methods.ts";
import { formatted, formattedMembers } from "./signature.ts";
import { piecesOf, textOf } from "./type-text.ts";

/** An interface or a class: its properties in a table, then each method. */
export async function renderBody(
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
  const called = Node.isInterfaceDeclaration(node)
    ? node.getCallSignatures().flatMap((one) => toldOfCall(saidOf(one), view))
    : [];
  return [
    bases.length > 0 ? `Extends ${bases.join(", ")}.` : "",
    shown.length > 0
      ? fence("typescript", await formatted(shown.join("\n")))
      : "",
    ...called,
    properties(
      plain.filter(({ isMethod }) => !isMethod),
      view,
    ),
    hidden === ""
      ? ""
      : `Types in it that have no name to import:\n\n${fence("typescript", hidden)}`,
    ...messages(name, all, view),
    ...(await methods(name, plain, view)),
    ...(detailed.includes(name) ? await methods(name, own, view) : []),
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

/** What is said of calling a value itself. */
function toldOfCall(said: Said, view: View): string[] {
  return [inlineProse(said.text, view.find), paramList(said, view)];
}

/** What is said of parameters. */
function paramList({ params }: Said, { find }: View): string {
  return [...params]
    .map(([name, what]) => `- \`${name}\`: ${inlineProse(what, find)}`)
    .join("\n");
}

function callName(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

function constructorsOf(name: string, node: Node): string[] {
  if (!Node.isClassDeclaration(node)) return [];
  const declared = constructorOf(node);
  const parameters = declared?.getParameters().map((parameter) => {
    const type = parameter.getTypeNode();
    const mark = parameter.isOptional() ? "?" : "";
    return `${parameterName(parameter)}${mark}: ${type ? textOf(piecesOf(type, () => undefined)) : parameter.getType().getBaseTypeOfLiteralType().getText()}`;
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
        paramList(said, view),
        links === "" ? "" : `Types: ${links}.`,
        ...examples(said),
        seeAlso(said),
      );
    }),
  );
}
