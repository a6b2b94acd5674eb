import type { Protocol } from "../../schema/model/index.ts";
import type { Change, Subject, Turn } from "./change/change.ts";
import { compareConstantsSaid, constantsOf } from "./constants.ts";
import { changeOf, loneTurn } from "./change/make.ts";
import { createPositions } from "./change/positions.ts";
import type { Rule } from "./change/change.ts";

/** Constants, error codes, features of the prose, and how a conversation goes. */
export function compareValues(before: Protocol, after: Protocol): Change[] {
  const position = createPositions(before, after).constant;
  const place = (change: Change): Change => {
    const { kind, where, after: newName } = change;
    const name = kind === "renamed" ? newName : where.name;
    return { ...change, ...position(name ?? "", kind === "removed") };
  };
  return [
    ...lifecycle(before, after),
    ...batches(before, after),
    ...compareTable(
      "feature",
      "feature-changed",
      features(before),
      features(after),
    ),
    ...compareTable(
      "constant",
      "constant-changed",
      constants(before),
      constants(after),
    ).map(place),
    ...compareConstantsSaid(before, after).map(place),
    ...compareTable(
      "error",
      "error-changed",
      errors(before),
      errors(after),
    ).map(place),
  ];
}

type Table = ReadonlyMap<string, string>;

function compareTable(
  subject: Subject,
  rule: Rule,
  before: Table,
  after: Table,
): Change[] {
  const renamed = renames(before, after);
  const newNames = new Set(renamed.values());
  const change = (name: string, turn: Turn): Change =>
    changeOf({ ...turn, subject, rule, where: { name }, senders: [] });
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((name) => {
    const [old, now] = [before.get(name), after.get(name)];
    const newName = renamed.get(name);
    if (old === now || newNames.has(name)) return [];
    if (newName !== undefined)
      return [
        change(newName, { kind: "renamed", before: name, after: newName }),
      ];
    if (old !== undefined && now !== undefined)
      return [change(name, { kind: "changed", before: old, after: now })];
    const kind = old === undefined ? "added" : "removed";
    return [change(name, loneTurn(kind, old ?? now ?? ""))];
  });
}

/** The same value under another name, where only one name has it. */
function renames(before: Table, after: Table): Map<string, string> {
  const pairs = [...before].flatMap(([name, value]): [string, string][] => {
    if (value === "" || after.has(name)) return [];
    const old = namesOf(value, before);
    const [now, second] = namesOf(value, after);
    return now !== undefined &&
      second === undefined &&
      old.length === 1 &&
      !before.has(now)
      ? [[name, now]]
      : [];
  });
  return new Map(pairs);
}

function namesOf(value: string, table: Table): string[] {
  return [...table].filter(([, one]) => one === value).map(([name]) => name);
}

/** A feature is there or not: it has a name alone. */
function features({ features }: Protocol): Table {
  return new Map(features.map((name) => [name, ""]));
}

function constants(protocol: Protocol): Table {
  return new Map(
    constantsOf(protocol).map(({ name, value }) => [
      name,
      JSON.stringify(value),
    ]),
  );
}

function errors({ errors }: Protocol): Table {
  return new Map(errors.map(({ name, code }) => [name, String(code)]));
}

function lifecycle(before: Protocol, after: Protocol): Change[] {
  if (before.lifecycle === after.lifecycle) return [];
  return [
    changeOf({
      kind: "changed",
      subject: "lifecycle",
      rule: "lifecycle-changed",
      where: {},
      before: before.lifecycle,
      after: after.lifecycle,
      senders: ["client", "server"],
    }),
  ];
}

function batches(before: Protocol, after: Protocol): Change[] {
  if (before.batches === after.batches) return [];
  return [
    changeOf({
      ...loneTurn(after.batches ? "added" : "removed", ""),
      subject: "batches",
      rule: after.batches ? "batches-added" : "batches-removed",
      where: {},
      senders: ["client", "server"],
    }),
  ];
}
