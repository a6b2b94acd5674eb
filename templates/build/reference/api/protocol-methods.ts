import { Node } from "ts-morph";
import { code, link, table } from "../markdown.ts";
import { saidOf } from "./comment.ts";
import { inlineType } from "./inline.ts";
import { signaturePieces, type Member } from "./members.ts";
import { spanOf, type Direction, type Revisions } from "./revisions.ts";
import { piecesOf, type Targets } from "./type-text.ts";

/** A function that sends, or answers, a message of the protocol. */
interface ProtocolMethod {
  readonly name: string;
  readonly method: string;
  readonly what: string;
  readonly page: string | undefined;
  readonly node: Node;
}

/** What a table of messages needs to know. */
export interface MethodView {
  readonly revisions: Revisions;
  /** Which way its messages go. */
  readonly directions: readonly Direction[];
  readonly targets: Targets;
}

/** Which way the messages of a type go: to the client, unless it is listed here. */
export function directionsOf(owner: string): readonly Direction[] {
  if (["Client", "ServerPeer", "ServerHandlers"].includes(owner))
    return ["clientToServer", "both"];
  return owner === "ClientPeer"
    ? ["serverToClient", "both"]
    : ["serverToClient", "both", "embedded"];
}

/** The method that a member is about: generated comments begin with it. */
export function methodOf({ said, node }: Member): string | undefined {
  const file = node.getSourceFile().getFilePath();
  if (!file.includes("/generated/")) return undefined;
  return /^`([a-z]+(?:\/[\w/]+)?)`: /.exec(said.text)?.[1];
}

/** A table of the functions for messages of the protocol, those of the newest revision first. */
export function protocolTable(
  members: readonly Member[],
  { revisions, directions, targets }: MethodView,
  anchorOf?: (name: string) => string,
): string {
  const rows = new Map<string, string[]>();
  for (const one of members.map(protocolMethod)) {
    if (!one) continue;
    const shown = code(one.name);
    rows.set(one.name, [
      anchorOf ? link(shown, anchorOf(one.name)) : shown,
      one.page ? link(code(one.method), one.page) : code(one.method),
      one.what,
      paramsOf(one.node, targets),
      spanOf(revisions, revisions.withMethod(one.method, directions)),
    ]);
  }
  return rows.size === 0
    ? ""
    : table(
        ["Function", "Message", "What it does", "Params", "Revisions"],
        [...rows.values()],
      );
}

function protocolMethod(member: Member): ProtocolMethod | undefined {
  const { name, node, said } = member;
  const method = methodOf(member);
  if (method === undefined) return undefined;
  const note = said.isDeprecated ? " Deprecated." : "";
  return {
    name,
    method,
    what: said.text.replace(/^`[^`]+`: /, "").split("\n")[0] + note,
    page: said.see[0]?.url,
    node,
  };
}

/** The members of an object that is a property's type, such as `notify`. */
export function nestedMembers(member: Member, targets: Targets): Member[] {
  const { node } = member;
  const type = Node.isPropertySignature(node) ? node.getTypeNode() : undefined;
  if (!Node.isTypeLiteral(type)) return [];
  return type.getMethods().map((method) => ({
    name: `${member.name}.${method.getName()}`,
    isOptional: method.hasQuestionToken(),
    isMethod: true,
    types: [signaturePieces(method, targets)],
    said: saidOf(method),
    node: method,
  }));
}

/** What is sent, but for the options of the call. */
function paramsOf(node: Node, targets: Targets): string {
  const [first] = Node.isMethodSignature(node) ? node.getParameters() : [];
  const type = first?.getTypeNode();
  if (!type || first?.getName() !== "params") return "";
  const pieces = piecesOf(type, targets).filter(
    ({ text }, at, all) =>
      !(
        /^(undefined|\|| )$/.test(text) &&
        all.slice(at).every((one) => /^(undefined|\|| )$/.test(one.text))
      ),
  );
  return inlineType(pieces) + (first.hasQuestionToken() ? " (optional)" : "");
}
