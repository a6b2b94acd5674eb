import type { MethodResult, ResultCondition, Type } from "../model/index.ts";
import { baseNames, heritageNames } from "../model/heritage.ts";
import type { Scope } from "../model/scope.ts";
import { generatedName } from "./generated-name.ts";
import {
  bodies,
  descendsFrom,
  effectiveProperty,
  propertiesNamed,
  resolveAlias,
} from "./lookup.ts";
import { messageMethod, messageStem, type Message } from "./messages.ts";
import { roles } from "./roles.ts";

/**
 * The results that answer a request: what its response type says, or else the
 * type named after it, or else the empty result. One that is given goes before all.
 */
export function deriveResults(
  message: Message,
  scope: Scope,
  given?: string,
): MethodResult[] {
  const stem = messageStem(message);
  const types =
    given === undefined
      ? [...responseTypes(message, scope), ...taskResult(message, scope)]
      : [{ kind: "reference", name: given } as const];
  const results = withNames(types, stem, scope);
  const [first, ...others] = results;
  if (first === undefined)
    return [
      { name: `${stem}Result`, type: { kind: "keyword", name: "unknown" } },
    ];
  const alternatives = others.map(({ type, name }) =>
    withCondition(named(type, name), condition(type, name, first.type, scope)),
  );
  const main = mainResult(first.type, first.name, scope);
  const [rival] = alternatives.filter(({ when }) => when === undefined);
  if (rival === undefined) return [...alternatives, main];
  // What nothing tells apart is chosen last: before the main result it would hide that.
  const type = rival.type ?? { kind: "reference", name: rival.name };
  return [
    ...alternatives.filter(({ when }) => when !== undefined),
    withCondition(main, condition(first.type, first.name, type, scope)),
    ...alternatives.filter(({ when }) => when === undefined),
  ];
}

/** The result with a condition, unless there is none or it has one. */
function withCondition(
  result: MethodResult,
  when: ResultCondition | undefined,
): MethodResult {
  return when === undefined || result.when !== undefined
    ? result
    : { ...result, when };
}

/** The main result is what an older peer means, whose results name no type. */
function mainResult(type: Type, name: string, scope: Scope): MethodResult {
  const [value] = resultTypes(scope);
  const names = propertiesNamed("resultType", type, scope).length > 0;
  return value === undefined || !names
    ? named(type, name)
    : {
        ...named(type, name),
        when: { property: "resultType", value, orAbsent: true },
      };
}

/** Whether a result was found, rather than invented. */
export function hasResult(results: readonly MethodResult[]): boolean {
  return results.some(({ type }) => type?.kind !== "keyword");
}

function named(type: Type, name: string): MethodResult {
  return type.kind === "reference" ? { name } : { name, type };
}

/** Results that stand inline get names: the first without a number. */
function withNames(
  types: readonly Type[],
  stem: string,
  scope: Scope,
): { type: Type; name: string }[] {
  let inline = 0;
  return types.map((type) => {
    if (type.kind === "reference") return { type, name: type.name };
    inline += 1;
    const wish = `${stem}InlineResult${inline === 1 ? "" : inline}`;
    return { type, name: generatedName([wish], scope) };
  });
}

function responseTypes(message: Message, scope: Scope): Type[] {
  for (const stem of stems(message, scope)) {
    const response: Type = { kind: "reference", name: `${stem}ResultResponse` };
    const [result] = propertiesNamed("result", response, scope);
    if (result !== undefined)
      return result.type.kind === "union" ? result.type.members : [result.type];
    const name = `${stem}Result`;
    if (scope.types.has(name)) return [{ kind: "reference", name }];
  }
  return scope.types.has(roles.emptyResult)
    ? [{ kind: "reference", name: roles.emptyResult }]
    : [];
}

/** By its own name, and by those of messages that it is another form of, the nearest first. */
function stems({ declaration, method, kind }: Message, scope: Scope): string[] {
  const names = new Set([declaration.name]);
  // A set also visits what is added on the way.
  for (const name of names) {
    const known = scope.types.get(name);
    for (const base of known === undefined ? [] : baseNames(known)) {
      const target = scope.types.get(base);
      if (target !== undefined && messageMethod(target, scope) === method)
        names.add(base);
    }
  }
  return [...names].map((name) => messageStem({ kind, declaration: { name } }));
}

/** A request that may be run as a task may be answered by the task. */
function taskResult(message: Message, scope: Scope): Type[] {
  if (!scope.types.has(roles.taskResult)) return [];
  const self: Type = { kind: "reference", name: message.declaration.name };
  const params = effectiveProperty("params", self, scope);
  if (params === undefined) return [];
  const resolved = resolveAlias(params.type, scope);
  const alternatives =
    resolved.kind === "union" ? resolved.members : [params.type];
  const augmented = alternatives
    .flatMap(heritageNames)
    .some((name) => descendsFrom(name, roles.taskParams, scope));
  return augmented ? [{ kind: "reference", name: roles.taskResult }] : [];
}

/** What tells one result from the main one: its `resultType`, or a key of its own. */
function condition(
  type: Type,
  name: string,
  main: Type,
  scope: Scope,
): ResultCondition | undefined {
  const value = snakeCase(name.replace(/Result$/, ""));
  if (resultTypes(scope).includes(value))
    return { property: "resultType", value };
  const known = new Set(
    bodies(main, scope).flatMap((body) =>
      body.properties.map((property) => property.name),
    ),
  );
  const own = bodies(type, scope)
    .flatMap((body) => body.properties)
    .find(
      (property) => property.optional !== true && !known.has(property.name),
    );
  return own === undefined ? undefined : { property: own.name };
}

function resultTypes(scope: Scope): string[] {
  const type = resolveAlias(
    { kind: "reference", name: roles.resultType },
    scope,
  );
  const members = type.kind === "union" ? type.members : [type];
  return members.flatMap((member) =>
    member.kind === "literal" && typeof member.value === "string"
      ? [member.value]
      : [],
  );
}

/** `InputRequired` → `input_required`. */
function snakeCase(name: string): string {
  return name.replace(/(?!^)\p{Lu}/gu, "_$&").toLowerCase();
}
