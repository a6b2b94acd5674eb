import type { Declaration, Direction } from "../model/index.ts";
import type { Scope, TypeDeclaration } from "../model/scope.ts";
import {
  descendsFrom,
  literalValue,
  propertiesNamed,
  unionNames,
} from "./lookup.ts";
import { roles } from "./roles.ts";

/** A declaration whose `method` is one string: a request or a notification. */
export interface Message {
  readonly declaration: Declaration;
  readonly method: string;
  readonly kind: "request" | "notification";
  readonly direction: Direction;
  /** Whether nothing but the method's spelling told the kind. */
  readonly guessed: boolean;
  /** Whether it has an envelope of its own, and yet no union says who sends it. */
  readonly unsent: boolean;
}

interface Unions {
  readonly clientToServer: ReadonlySet<string>;
  readonly serverToClient: ReadonlySet<string>;
  readonly requests: ReadonlySet<string>;
  readonly notifications: ReadonlySet<string>;
  /** The members of every other union. */
  readonly others: ReadonlySet<string>;
}

/** Finds the messages of a schema, in source order. */
export function findMessages(scope: Scope): Message[] {
  const unions = readUnions(scope);
  const messages: Message[] = [];
  for (const declaration of scope.types.values()) {
    const { name } = declaration;
    const method = messageMethod(declaration, scope);
    // What stands in the place of a union names a message, and is none.
    if (method === undefined || unionsOfSides.has(name)) continue;
    const known = messageKind(name, unions, scope);
    const kind = known ?? spelledKind(name, method);
    const direction = messageDirection(name, kind, unions);
    messages.push({
      declaration,
      method,
      kind,
      direction,
      guessed: known === undefined && direction !== "embedded",
      unsent:
        direction === "none" ||
        (direction === "embedded" && descendsFrom(name, roles.envelope, scope)),
    });
  }
  return messages;
}

const unionsOfSides: ReadonlySet<string> = new Set(Object.values(roles.unions));

/** The method that a declaration has, where it is a message by its body. */
export function messageMethod(
  declaration: Declaration,
  scope: Scope,
): string | undefined {
  const isBody =
    declaration.kind === "interface" ||
    (declaration.kind === "alias" &&
      ["object", "intersection"].includes(declaration.type.kind));
  if (!isBody) return undefined;
  const self = { kind: "reference", name: declaration.name } as const;
  // An intersection may hold a wider declaration before the one that tells.
  return propertiesNamed("method", self, scope)
    .map(({ type }) => literalValue(type, scope))
    .find((value) => typeof value === "string");
}

function readUnions(scope: Scope): Unions {
  const names = roles.unions;
  const members = (name: string): string[] => unionNames(name, scope);
  const directional = new Set<string>([...Object.values(names), roles.message]);
  const others = [...scope.types.values()]
    .filter(({ kind, name }) => kind === "alias" && !directional.has(name))
    .flatMap(({ name }) => members(name));
  return {
    clientToServer: new Set([
      ...members(names.clientRequest),
      ...members(names.clientNotification),
    ]),
    serverToClient: new Set([
      ...members(names.serverRequest),
      ...members(names.serverNotification),
    ]),
    requests: new Set([
      ...members(names.clientRequest),
      ...members(names.serverRequest),
    ]),
    notifications: new Set([
      ...members(names.clientNotification),
      ...members(names.serverNotification),
    ]),
    others: new Set(others),
  };
}

function messageKind(
  name: string,
  unions: Unions,
  scope: Scope,
): Message["kind"] | undefined {
  if (descendsFrom(name, roles.request, scope)) return "request";
  if (descendsFrom(name, roles.notification, scope)) return "notification";
  if (unions.requests.has(name)) return "request";
  return unions.notifications.has(name) ? "notification" : undefined;
}

function spelledKind(name: string, method: string): Message["kind"] {
  const notifies =
    name.endsWith("Notification") || /(?:^|\/)notifications\//.test(method);
  return notifies ? "notification" : "request";
}

/** Only requests travel inside another message: it is their answers that matter. */
function messageDirection(
  name: string,
  kind: Message["kind"],
  unions: Unions,
): Direction {
  const fromClient = unions.clientToServer.has(name);
  const fromServer = unions.serverToClient.has(name);
  if (fromClient && fromServer) return "both";
  if (fromClient) return "clientToServer";
  if (fromServer) return "serverToClient";
  return kind === "request" && unions.others.has(name) ? "embedded" : "none";
}

/** Unions of messages with a member that has a method and no name of its own. */
export function unnamedMessages(scope: Scope): TypeDeclaration[] {
  return [...unionsOfSides].flatMap((name) => {
    const declaration = scope.types.get(name);
    if (declaration?.kind !== "alias") return [];
    const { type } = declaration;
    const members = type.kind === "union" ? type.members : [type];
    const isUnnamed = members.some(
      (member) =>
        (member.kind === "object" || member.kind === "intersection") &&
        propertiesNamed("method", member, scope).length > 0,
    );
    return isUnnamed ? [declaration] : [];
  });
}

/** `CallToolRequest` → `CallTool`. */
export function messageStem(
  message: Pick<Message, "kind"> & { declaration: Pick<Declaration, "name"> },
): string {
  const { name } = message.declaration;
  const suffix = message.kind === "request" ? "Request" : "Notification";
  return name.endsWith(suffix) && name !== suffix
    ? name.slice(0, -suffix.length)
    : name;
}
