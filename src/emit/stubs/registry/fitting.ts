import type { JsonSchema } from "../../json-schema/index.ts";
import type {
  MethodResult,
  RequestMethod,
} from "../../../schema/model/index.ts";
import type { Member } from "../../../schema/model/flatten.ts";
import { quote } from "../../print/names.ts";
import type { Doc } from "../../print/layout.ts";
import type { Factory, Given } from "./factories.ts";
import { objectsOf, type FactoryPlace } from "./objects.ts";
import {
  originType,
  runtimeType,
  type Stub,
  type StubRequest,
} from "../stub.ts";

/** A factory that the revision has no place for, and why. */
export interface LeftOut {
  readonly factory: string;
  readonly reason: string;
  /** The type of the message that it is about. */
  readonly type: string;
  /** The handlers by which the kind is served without it. */
  readonly handlers: readonly string[];
}

/** A factory with the types that it gets. */
export interface Fitting {
  readonly factory: Factory;
  readonly place: FactoryPlace;
  /** The type of an item, and that of what its handler gives. */
  readonly types: readonly Doc[];
  /** True if a handler gives results as a whole, with fields that only the revision has. */
  readonly isWhole: boolean;
}

/**
 * Whether what a factory makes is of the revision's types: what it writes into a list,
 * what it reads of a call, and what it can make of a handler's answer. Undefined where
 * the revision knows nothing of the kind.
 */
export function fitFactory(
  stub: Stub,
  factory: Factory,
): Fitting | LeftOut | undefined {
  const list = received(stub, factory.list.method);
  const use = received(stub, factory.use.method);
  if (list === undefined && use === undefined) return undefined;
  const leftOut = (reason: string): LeftOut => ({
    factory: factory.name,
    reason,
    type: (use ?? list)?.message.type ?? "",
    handlers: [list, use].flatMap((one) => one?.message.handler ?? []),
  });
  if (list === undefined || use === undefined)
    return leftOut(
      `no client sends "${(list === undefined ? factory.list : factory.use).method}"`,
    );
  const problem = strangeParams(factory, use);
  if (problem !== undefined) return leftOut(problem);
  const item = itemOf(factory, list);
  if (typeof item === "string") return leftOut(item);
  const answer = answerOf(factory, use);
  if (answer === undefined)
    return leftOut(
      `no answer of a handler becomes a result of "${use.message.method}"`,
    );
  return {
    factory,
    place: {
      item,
      results: answer.forms,
      objects: objectsOf(use.origin.protocol),
    },
    types: [itemType(stub, factory, list), resultType(stub, use, answer)],
    isWhole: answer.given.includes("whole"),
  };
}

function received(stub: Stub, method: string): StubRequest | undefined {
  return stub.receives.requests.find(
    ({ message }) => message.method === method,
  );
}

function strangeParams(
  { use: { needs, reads } }: Factory,
  { message, origin }: StubRequest,
): string | undefined {
  const objects = objectsOf(origin.protocol);
  const forms = objects.formsOf(objects.schemaOf(message.params.name));
  if (forms === undefined || !message.params.required)
    return `"${message.method}" need not say what is called`;
  for (const form of forms) {
    const name =
      objects.strange(form, needs, true) ?? objects.strange(form, reads, false);
    if (name !== undefined)
      return `"${name}" of ${message.params.name} is not what the runtime reads there`;
  }
  return undefined;
}

/** The form of what the list holds, or why the runtime has nothing to write there. */
function itemOf(
  { list: { method, field }, writes, reads }: Factory,
  { message, origin }: StubRequest,
): JsonSchema | string {
  const objects = objectsOf(origin.protocol);
  const forms = plainResults(message).flatMap(
    ({ name }) => objects.formsOf(objects.schemaOf(name)) ?? [],
  );
  const holding = forms.find((form) =>
    objects.isList(form.properties?.[field]),
  );
  const items = holding?.properties?.[field];
  if (holding === undefined || items === undefined)
    return `no result of "${method}" has a list "${field}"`;
  if (
    !objects.takes(
      holding,
      { [field]: items },
      { nextCursor: { type: "string" } },
    )
  )
    return `a result of "${method}" takes more than "${field}"`;
  const [item, ...others] = objects.formsOf(objects.itemsOf(items)) ?? [];
  if (item === undefined || others.length > 0)
    return `"${field}" of "${method}" does not hold objects of one form`;
  const told = Object.fromEntries(
    (item.required ?? []).map((name): [string, JsonSchema] => [
      name,
      item.properties?.[name] ?? {},
    ]),
  );
  const strange =
    Object.keys(writes).find(
      (name) =>
        !objects.takes(item, { ...told, [name]: writes[name] ?? {} }, {}),
    ) ?? objects.strange(item, reads, false);
  return strange === undefined
    ? item
    : `"${strange}" of what "${field}" holds is not what the runtime writes there`;
}

/** The result that a handler gives, and in which ways it can. */
interface Answer {
  readonly result: MethodResult;
  readonly given: readonly Given[];
  /** The forms that it may have. */
  readonly forms: readonly JsonSchema[];
}

/** The first result of which something short stands, or else that is given whole. */
function answerOf(
  factory: Factory,
  { message, origin }: StubRequest,
): Answer | undefined {
  const objects = objectsOf(origin.protocol);
  const answers = plainResults(message).flatMap((result): Answer[] => {
    const forms = objects.formsOf(objects.schemaOf(result.name)) ?? [];
    const all = forms.map((form) => factory.given(form, objects));
    const given = (["short", "whole"] as const).filter((one) =>
      all.includes(one),
    );
    const fitting = forms.filter((_, index) => all[index] !== undefined);
    return given.length === 0 ? [] : [{ result, given, forms: fitting }];
  });
  return answers.find(({ given }) => given.includes("short")) ?? answers[0];
}

/** The results that no value tells from others; first those that nothing has to tell. */
function plainResults({ results }: RequestMethod): MethodResult[] {
  const isPlain = ({ when }: MethodResult): boolean =>
    when === undefined || when.orAbsent === true;
  const isTold = ({ when }: MethodResult): boolean =>
    when !== undefined && when.value === undefined;
  return [...results.filter(isPlain), ...results.filter(isTold)];
}

/** The type of what the list holds: by its name, or by its place. */
function itemType(
  stub: Stub,
  { list: { field } }: Factory,
  { message, origin }: StubRequest,
): Doc {
  const { properties } = origin.lookup;
  const result = plainResults(message).find((one) =>
    properties(one).has(field),
  );
  if (result === undefined) return "never";
  const member = properties(result).get(field);
  const name = elementName(member);
  if (name !== undefined) return originType(stub, origin, { name });
  const list = `${originType(stub, origin, result)}[${quote(field)}]`;
  return member?.optional === true
    ? `NonNullable<${list}>[number]`
    : `${list}[number]`;
}

function elementName(member: Member | undefined): string | undefined {
  const type = member?.type;
  return type?.kind === "array" && type.element.kind === "reference"
    ? type.element.name
    : undefined;
}

/** A result of which something short stands, one that is given whole, or either. */
function resultType(
  stub: Stub,
  { origin }: StubRequest,
  { result, given }: Answer,
): Doc {
  const type = originType(stub, origin, result);
  return given
    .map((one) =>
      one === "short" ? type : `${runtimeType(stub, "Whole")}<${type}>`,
    )
    .join(" | ");
}
