import { createDiagnostic } from "../../base/diagnostics/create.ts";
import type { Diagnostic } from "../../base/diagnostics/diagnostic.ts";
import type {
  Declaration,
  MethodResult,
  NotificationMethod,
  Position,
  Protocol,
} from "../model/index.ts";
import type { ExtensionPart } from "./part.ts";
import { memberName } from "./identifier.ts";
import { placeOf } from "./place.ts";

/** Who has something: the core, or an extension by its identifier. */
interface Owner {
  readonly of: string;
  /** The address of its schema, for what has no position. */
  readonly url?: string;
  readonly position?: Position;
}

type Seen = Map<string, Owner>;

/** What extensions have that the core, or one before them, has as well. */
export function findCollisions(
  core: Protocol,
  parts: readonly ExtensionPart[],
): Diagnostic[] {
  const owner = ownerOf(core);
  const methods: Seen = new Map();
  const handlers: Seen = new Map();
  for (const { method, handler, type } of messagesOf(core)) {
    methods.set(method, { ...owner, ...place(type, core) });
    handlers.set(handler, { ...owner, ...place(type, core) });
  }
  const types: Seen = new Map();
  const names: Seen = new Map();
  for (const handler of handlers.keys()) names.set(handler, owner);
  return parts.flatMap((part) => {
    const { extension } = part.model;
    const owned = (type: string): Owner => ({
      of: extension,
      ...place(type, part),
    });
    const messages = messagesOf(part);
    return [
      ...enter(names, memberName(part.name), { of: extension }, "the name"),
      ...part.declarations.flatMap((one) =>
        enter(
          types,
          keyOf(one),
          declared(one, extension),
          one.kind === "constant" ? "the constant" : "the type",
        ),
      ),
      ...messages.flatMap(({ method, type }) =>
        enter(methods, method, owned(type), "the method"),
      ),
      ...sameHandlers(messages, handlers, owned, owner),
    ];
  });
}

/** Where a type stands among the declarations of one: another may have the name too. */
function place(
  type: string,
  { declarations }: Pick<ExtensionPart, "declarations">,
): { position?: Position } {
  return withPosition(
    declarations.find(({ kind, name }) => kind !== "constant" && name === type)
      ?.position,
  );
}

function ownerOf({ revision, source }: Protocol): Owner {
  const url = source?.url;
  return { of: `the core of ${revision}`, ...(url !== undefined && { url }) };
}

function messagesOf({
  requests,
  notifications,
}: Pick<ExtensionPart, "requests" | "notifications">): NotificationMethod[] {
  return [...requests, ...notifications];
}

function keyOf({ kind, name }: Declaration): string {
  return kind === "constant" ? `typeof ${name}` : name;
}

function declared({ position }: Declaration, of: string): Owner {
  return { of, ...withPosition(position) };
}

function withPosition(position: Position | undefined): { position?: Position } {
  return position === undefined ? {} : { position };
}

function enter(
  seen: Seen,
  key: string,
  owner: Owner,
  what: string,
): Diagnostic[] {
  const other = seen.get(key);
  if (other === undefined) {
    seen.set(key, owner);
    return [];
  }
  const both =
    other.of === owner.of
      ? `is there twice in ${owner.of}${placeOf(other)}`
      : `is one of ${owner.of} and of ${other.of}${placeOf(other, other.url)}`;
  return [
    createDiagnostic("extension-collision", {
      message: `${what} ${key.replace("typeof ", "")} ${both}`,
      hint: "give one of them another name",
      ...withPosition(owner.position),
    }),
  ];
}

/** Extensions have their handlers apart from each other, but not from the core. */
function sameHandlers(
  messages: readonly NotificationMethod[],
  core: Seen,
  owned: (type: string) => Owner,
  owner: Owner,
): Diagnostic[] {
  const handlers: Seen = new Map(core);
  // Where the notifications of a member stand.
  handlers.set("notify", owner);
  return messages.flatMap(({ handler, type }) =>
    enter(handlers, handler, owned(type), "the handler"),
  );
}

/** Results of a method of the core that nothing tells apart. */
export function resultCollisions(
  core: Protocol,
  parts: readonly ExtensionPart[],
): Diagnostic[] {
  return core.requests.flatMap(({ method, results }) => {
    const seen: Seen = new Map();
    for (const result of results) seen.set(conditionOf(result), ownerOf(core));
    return parts.flatMap((part) => {
      const { model, results: added } = part;
      return (
        Object.hasOwn(added, method) ? (added[method] ?? []) : []
      ).flatMap((result) => {
        const owner = { of: model.extension, ...place(result.name, part) };
        const key = conditionOf(result);
        return enter(seen, key, owner, `a result of ${method} with`);
      });
    });
  });
}

function conditionOf({ name, when }: MethodResult): string {
  if (when === undefined) return name;
  const { property, value } = when;
  return value === undefined ? property : `${property} "${value}"`;
}
