import type { Comparison } from "../types/comparison.ts";
import type { MessageMethod, MethodPair } from "./pair.ts";
import { findRenames } from "../types/renames.ts";
import type { Shape } from "../shape/shape.ts";
import type { Shapes } from "../shape/shapes.ts";
import { textOf } from "../shape/text.ts";

type Messages = ReadonlyMap<string, MessageMethod>;

/**
 * A method has been renamed if the same type declares it, or nothing but its name tells
 * it from one other.
 */
export function findRenamedMethods(
  old: Messages,
  now: Messages,
  pair: MethodPair,
): Map<string, string> {
  const declared = ofSameType(old, now, pair.comparison);
  const others = (messages: Messages, taken: readonly string[]): Messages =>
    new Map([...messages].filter(([method]) => !taken.includes(method)));
  const alike = ofSameBody(
    others(old, [...declared.keys()]),
    others(now, [...declared.values()]),
    pair,
  );
  return new Map([...declared, ...alike]);
}

/** The methods whose message keeps its type. */
function ofSameType(
  old: Messages,
  now: Messages,
  { renamed }: Comparison,
): Map<string, string> {
  const come = [...now.values()].filter(({ method }) => !old.has(method));
  return new Map(
    [...old.values()].flatMap((message): [string, string][] => {
      if (now.has(message.method)) return [];
      const type = renamed.get(message.type) ?? message.type;
      const found = come.find(
        (one) => one.type === type && "results" in one === "results" in message,
      );
      return found === undefined ? [] : [[message.method, found.method]];
    }),
  );
}

function ofSameBody(
  old: Messages,
  now: Messages,
  { shapes, comparison }: MethodPair,
): Map<string, string> {
  const newName = (name: string): string =>
    comparison.renamed.get(name) ?? name;
  const bodies = (
    own: Messages,
    other: Messages,
    body: (message: MessageMethod) => string,
  ): Map<string, Shape> => {
    // Many notifications have the same params, and nothing besides.
    const lone = [...own.values()].filter(
      (message) => "results" in message && !other.has(message.method),
    );
    return new Map(
      lone.map((message) => [
        message.method,
        { kind: "literal", value: body(message) },
      ]),
    );
  };
  return findRenames(
    bodies(old, now, (message) => bodyText(message, shapes.before, newName)),
    bodies(now, old, (message) => bodyText(message, shapes.after, String)),
  );
}

function bodyText(
  message: MessageMethod,
  shapes: Shapes,
  newName: (name: string) => string,
): string {
  const { direction, params, type } = message;
  const own =
    params.type === undefined
      ? newName(params.name)
      : textOf(shapes.of(params.type, `${type}.params`));
  const results =
    "results" in message
      ? message.results.map(({ name }) => newName(name))
      : [];
  return JSON.stringify([direction, own, ...results]);
}
