import type {
  MethodResult,
  RequestMethod,
} from "../../../schema/model/index.ts";
import { isLostByName } from "./lost-results.ts";
import type { Change, Side } from "../change/change.ts";
import { changeOf } from "../change/make.ts";
import type { MethodPair } from "./pair.ts";
import type { Shape } from "../shape/shape.ts";
import type { Shapes } from "../shape/shapes.ts";

/** The kinds of results that a request has got, or has no more. */
export function compareResults(
  old: RequestMethod,
  now: RequestMethod,
  senders: Side[],
  pair: MethodPair,
): Change[] {
  const { shapes, comparison } = pair;
  const { within, renamed } = comparison;
  const before = old.results.map((one) => ({
    name: one.name,
    newName: renamed.get(one.name) ?? one.name,
    shape: shapeOf(one, old.type, shapes.before),
  }));
  const after = now.results.map((one) => ({
    name: one.name,
    shape: shapeOf(one, now.type, shapes.after),
  }));
  const where = { method: now.method, name: now.type };
  const isNew = ({ name }: Named): boolean =>
    !before.some(({ newName }) => newName === name);
  const isGone = ({ newName }: { newName: string }): boolean =>
    !after.some(({ name }) => name === newName);
  const [gone, come] = [before.filter(isGone), after.filter(isNew)];
  if (isToldByName(gone, come, [old, now], pair)) return [];
  return [
    ...gone.map(({ name, shape }) =>
      changeOf({
        kind: "removed",
        subject: "result",
        rule: within(shape, unionOf(after))
          ? "result-covered"
          : "result-removed",
        where,
        before: name,
        senders,
      }),
    ),
    ...come.map(({ name, shape }) =>
      changeOf({
        kind: "added",
        subject: "result",
        rule: within(shape, unionOf(before))
          ? "result-covered"
          : "result-added",
        where,
        after: name,
        senders,
      }),
    ),
  ];
}

/** Whether a result came or went only because another name has. */
function isToldByName(
  gone: readonly { name: string; newName: string }[],
  come: readonly { name: string }[],
  [old, now]: readonly [RequestMethod, RequestMethod],
  { before, after, comparison: { renamed } }: MethodPair,
): boolean {
  const [[left, secondLeft], [right, secondRight]] = [gone, come];
  if (left === undefined || right === undefined) return false;
  if (secondLeft !== undefined || secondRight !== undefined) return false;
  const [oldName = right.name] =
    [...renamed].find(([, newName]) => newName === right.name) ?? [];
  return (
    isLostByName(left.newName, right.name, now, after) ||
    isLostByName(oldName, left.name, old, before)
  );
}

interface Named {
  name: string;
  shape: Shape;
}

function shapeOf(
  { name, type }: MethodResult,
  message: string,
  shapes: Shapes,
): Shape {
  return type === undefined
    ? { kind: "reference", name }
    : shapes.of(type, message);
}

function unionOf(results: readonly Named[]): Shape {
  return { kind: "union", members: results.map(({ shape }) => shape) };
}
