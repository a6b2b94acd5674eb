import { camelCase } from "../derive/camel-case.ts";
import { isIdentifierName } from "../model/identifier.ts";
import { reservedNames, keywords } from "../model/reserved.ts";

/** Labels with dots between, a slash, and a name, as SEP-2133 has them. */
const label = "[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?";
const identifier = new RegExp(
  `^${label}(?:\\.${label})*/[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$`,
);
const maxLength = 128;

/** What every server or client has already, and a program that holds one. */
const taken: ReadonlySet<string> = new Set([
  ...["add", "close", "connect", "constructor", "inputSchema", "instructions"],
  ...["listen", "notify", "offered", "protocolVersion", "publish", "remove"],
  ...["request", "revisions", "serverCapabilities", "serverInfo"],
  ...["setLogLevel", "then"],
]);

/** What the module of an extension imports beside its value. */
const imported: ReadonlySet<string> = new Set([
  ...["coreTypes", "defineExtension", "dispatch", "guards", "types"],
]);

/** Why a text cannot identify an extension; undefined where it can. */
export function identifierProblem(text: string): string | undefined {
  if (!identifier.test(text) || text.length > maxLength)
    return "an identifier is a reversed domain, a slash and a name: com.example/widgets";
  const member = memberName(extensionName(text));
  return taken.has(member)
    ? `its last part names a member of servers and clients, which have ${member} already`
    : undefined;
}

/** The name of an extension's folder and file: the last segment of its identifier. */
export function extensionName(identifier: string): string {
  return identifier.slice(identifier.lastIndexOf("/") + 1);
}

/** The name of an extension in code: `my-widgets` → `myWidgets`. */
export function memberName(name: string): string {
  const joined = name.replace(/[._-]+(?<next>.)/gu, (_, next: string) =>
    next.toUpperCase(),
  );
  const camel = camelCase(joined);
  const isFree =
    isIdentifierName(camel) &&
    !keywords.has(camel) &&
    !imported.has(camel) &&
    !reservedNames.has(camel);
  return isFree ? camel : `_${camel}`;
}
