import type {
  Declaration,
  NotificationMethod,
  Protocol,
  RequestMethod,
} from "../model/index.ts";
import { pathsOfDeclaration, pathsWithin } from "../model/paths/paths.ts";
import type { DescriptionFact } from "../overrides/tables.ts";
import { roles } from "./roles.ts";

/** What a protocol has that can be described. */
export interface Described {
  readonly declarations: readonly Declaration[];
  readonly requests: readonly RequestMethod[];
  readonly notifications: readonly NotificationMethod[];
}

/** The texts of what the protocol has, by path; of several texts the last one prevails. */
export function deriveDescriptions(
  facts: readonly DescriptionFact[],
  described: Described,
): NonNullable<Protocol["descriptions"]> {
  const texts = new Map(facts.map(({ of, text }) => [of, text]));
  const found: [string, string][] = [];
  for (const [path, ...others] of describedPaths(described)) {
    const known = [path, ...others].find((one) => texts.has(one));
    const text = known === undefined ? undefined : texts.get(known);
    if (text !== undefined) found.push([path, text]);
  }
  return Object.fromEntries(found);
}

/** Each path, followed by those whose text will do where it has none of its own. */
export function* describedPaths(
  described: Described,
): Generator<[path: string, ...others: string[]]> {
  const { declarations, requests, notifications } = described;
  const messages = [
    ...requests.map((one) => ({ ...one, common: requestParams })),
    ...notifications.map((one) => ({ ...one, common: notificationParams })),
  ];
  for (const { method } of messages) yield [method];
  for (const declaration of declarations)
    for (const path of pathsOfDeclaration(declaration)) {
      const inline = inlineParams.exec(path)?.groups;
      if (inline === undefined) yield [path];
      else {
        const { message = "", rest = "" } = inline;
        const common = paramsOf(message, messages);
        yield [path, `${message}Params${rest}`, ...common.map(append(rest))];
      }
    }
  for (const { type, params, common } of messages)
    if (params.type !== undefined)
      for (const path of pathsWithin(params.type, "")) {
        const origin = append(path)(`${type}Params`);
        yield [append(path)(params.name), origin, ...common.map(append(path))];
      }
}

/** Params that stand inside their message: other revisions declare them on their own. */
const inlineParams = /^(?<message>[^.]+)\.params(?<rest>\..+)$/su;

const requestParams = [roles.requestParams, roles.pageParams];
const notificationParams = [roles.notificationParams];

function paramsOf(
  type: string,
  messages: readonly { type: string; common: readonly string[] }[],
): readonly string[] {
  return messages.find((one) => one.type === type)?.common ?? [];
}

function append(rest: string): (path: string) => string {
  return (path) => path + rest;
}
