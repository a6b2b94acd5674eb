import { createLookup, type TypeLookup } from "../../emit/lookup/lookup.ts";
import { print } from "../../emit/print/layout.ts";
import { printAssignedType } from "../../emit/types/type.ts";
import type { Member } from "../../schema/model/flatten.ts";
import type {
  NotificationMethod,
  Protocol,
  RequestMethod,
  Type,
} from "../../schema/model/index.ts";
import type { Resolved } from "../../schema/model/resolved.ts";

/** A field of params or of a result, its own or one of a base. */
export interface Field {
  readonly name: string;
  /** On one line of TypeScript. */
  readonly type: string;
  readonly optional?: true;
  /** What it is for, where anything says so. */
  readonly description?: string;
}

/** The fields of a type that travels as params or as a result. */
export interface FieldGroup {
  readonly of: "params" | "result";
  /** A type that is one of several has a group for each of them. */
  readonly type: string;
  readonly fields: readonly Field[];
}

/** The fields of a method's params and of its results. */
export function fieldGroups(
  method: RequestMethod | NotificationMethod,
  protocol: Protocol,
): FieldGroup[] {
  const lookup = createLookup(protocol);
  const groupsOf = (
    of: FieldGroup["of"],
    { name, type }: { name: string; type?: Type },
  ): FieldGroup[] =>
    variantsOf(name, type, lookup).map(([title, resolved]) => ({
      of,
      type: title,
      fields: fieldsOf(resolved, title, lookup, protocol),
    }));
  const results = "results" in method ? method.results : [];
  return [
    ...groupsOf("params", method.params),
    ...results.flatMap((result) => groupsOf("result", result)),
  ];
}

type Variant = readonly [title: string, resolved: Resolved];

function variantsOf(
  name: string,
  type: Type | undefined,
  lookup: TypeLookup,
): Variant[] {
  const resolved =
    type === undefined ? lookup.find(name) : lookup.resolve(type);
  if (resolved === undefined) return [];
  if (resolved.kind !== "union") return [[name, resolved]];
  return resolved.members.map((member) => [
    member.kind === "interface"
      ? member.declaration.name
      : (member.alias?.name ?? name),
    member,
  ]);
}

function fieldsOf(
  resolved: Resolved,
  title: string,
  lookup: TypeLookup,
  { descriptions }: Protocol,
): Field[] {
  const { properties, index } = lookup.members(resolved);
  const fields = [...properties.values()].map((member): Field => {
    const { name, owner = title } = member;
    const description = firstSentence(
      member.comment?.text ??
        descriptions?.[`${owner}.${name}`] ??
        descriptions?.[`${title}.${name}`],
    );
    return {
      name: member.name,
      type: textOf(member.type),
      ...(member.optional === true ? { optional: true } : {}),
      ...(description === undefined ? {} : { description }),
    };
  });
  if (index === undefined) return fields;
  const name = `[${index.parameter}: string]`;
  return [...fields, { name, type: textOf(index.type), optional: true }];
}

function textOf(type: Member["type"]): string {
  const printing = {
    docs: false,
    path: "",
    descriptions: undefined,
    localName: (name: string) => name,
  };
  const text = print(printAssignedType(type, printing), { width: 10_000 });
  return text.replaceAll(/\s+/g, " ").trim();
}

function firstSentence(text: string | undefined): string | undefined {
  const line = text?.replaceAll(/\s+/g, " ").trim();
  if (line === undefined || line === "") return undefined;
  return /^.*?[.!?](?= |$)/.exec(line)?.[0] ?? line;
}
