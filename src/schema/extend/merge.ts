import { roles } from "../derive/roles.ts";
import type {
  AddedExtension,
  AliasDeclaration,
  Declaration,
  Direction,
  MethodResult,
  NotificationMethod,
  Protocol,
  RequestMethod,
  Type,
} from "../model/index.ts";
import type { ExtensionPart } from "./part.ts";

/** The core with all that the parts bring, as if it stood in one schema. */
export function mergeParts(
  core: Protocol,
  declarations: readonly Declaration[],
  parts: readonly ExtensionPart[],
): Protocol {
  return {
    ...core,
    declarations: withMembers(declarations, parts),
    requests: [
      ...core.requests.map((request) => withResults(request, parts)),
      ...parts.flatMap(({ requests }) => requests),
    ],
    notifications: [
      ...core.notifications,
      ...parts.flatMap(({ notifications }) => notifications),
    ],
    ...(parts.length > 0 && { extensions: added(core, parts) }),
    descriptions: Object.assign(
      {},
      core.descriptions,
      ...parts.map(({ descriptions }) => descriptions),
    ) as NonNullable<Protocol["descriptions"]>,
  };
}

function added(
  { extensions = [] }: Protocol,
  parts: readonly ExtensionPart[],
): AddedExtension[] {
  return [
    ...extensions,
    ...parts.map(({ model: { extension, revision, facts }, declarations }) => ({
      extension,
      revision,
      declarations: declarations.map(({ name }) => name),
      ...(facts.integers && { integers: facts.integers }),
    })),
  ];
}

function withResults(
  request: RequestMethod,
  parts: readonly ExtensionPart[],
): RequestMethod {
  const added = parts.flatMap(({ results }): readonly MethodResult[] =>
    Object.hasOwn(results, request.method)
      ? (results[request.method] ?? [])
      : [],
  );
  if (added.length === 0) return request;
  return { ...request, results: [...added, ...request.results] };
}

/** The unions that say who sends what get the messages of the parts. */
function withMembers(
  declarations: readonly Declaration[],
  parts: readonly ExtensionPart[],
): Declaration[] {
  const { unions } = roles;
  const requests = parts.flatMap((part) => part.requests);
  const notifications = parts.flatMap((part) => part.notifications);
  const added = new Map<string, string[]>([
    [unions.clientRequest, sentBy("clientToServer", requests)],
    [unions.serverRequest, sentBy("serverToClient", requests)],
    [unions.clientNotification, sentBy("clientToServer", notifications)],
    [unions.serverNotification, sentBy("serverToClient", notifications)],
  ]);
  return declarations.map((one) =>
    one.kind === "alias" ? withNames(one, added.get(one.name) ?? []) : one,
  );
}

function sentBy(
  direction: Direction,
  messages: readonly NotificationMethod[],
): string[] {
  return messages
    .filter((one) => one.direction === direction || one.direction === "both")
    .map(({ type }) => type);
}

function withNames(
  alias: AliasDeclaration,
  names: readonly string[],
): AliasDeclaration {
  if (names.length === 0) return alias;
  const { type } = alias;
  const members = type.kind === "union" ? type.members : [type];
  const more = names.map((name): Type => ({ kind: "reference", name }));
  return { ...alias, type: { kind: "union", members: [...members, ...more] } };
}
