import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import {
  ajv,
  guard,
  handWritten,
  validator,
  writeModules,
  zod,
  type Checker,
} from "./checkers.ts";
import type { Contest, Medians } from "./contest.ts";
import type { Folders } from "./main.ts";
import { messages } from "./messages.ts";
import type { Table } from "./table.ts";

/** A checker, and the ratio to the first one that is aimed at. */
type Entry = readonly [checker: Checker, aim?: number];

const onValid: readonly Entry[] = [
  [handWritten],
  [guard, 1.15],
  [validator],
  [ajv],
  [zod],
];

const onInvalid: readonly Entry[] = [[ajv], [validator, 1], [guard], [zod]];

/** Every kind of message: valid against hand-written checks, invalid against ajv. */
export function guardTables(folders: Folders): Table[] {
  const kinds = messages();
  const types = new Set(kinds.map(({ type }) => type));
  writeModules(folders, [...types]);
  return kinds.flatMap(({ title, type }, kind) => [
    measured(title, onValid, { kind, valid: true }, type, folders),
    measured(
      `${title}, invalid`,
      onInvalid,
      { kind, valid: false },
      type,
      folders,
    ),
  ]);
}

function measured(
  title: string,
  entries: readonly Entry[],
  subject: Omit<Contest, "contenders">,
  type: string,
  { folder }: Folders,
): Table {
  const checkers = entries.map(([checker]) => checker);
  const together = checkers.filter(({ apart }) => apart !== true);
  const groups = [
    together,
    ...checkers.filter((one) => one.apart).map((one) => [one]),
  ];
  const medians = groups.map((group) => {
    const contenders = group.map((checker) => writeLoop(checker, type, folder));
    return runContest({ ...subject, contenders }, folder);
  });
  const medianOf = Object.assign({}, ...medians) as Medians;
  const rows = entries.map(([{ name }, aim]) => ({
    name,
    median: medianOf[name] ?? NaN,
    ...(aim !== undefined && { aim }),
  }));
  return { title, unit: "ns", rows };
}

/** In a process of its own, so that no message was seen before that shapes the code. */
function runContest(contest: Contest, folder: string): Medians {
  const program = path.join(folder, "contest.mjs");
  const output = execFileSync(process.execPath, [
    program,
    JSON.stringify(contest),
  ]);
  return JSON.parse(output.toString()) as Medians;
}

/** Each checker has a loop of its own, for the compiler to optimise for it alone. */
function writeLoop(
  { name, source }: Checker,
  type: string,
  folder: string,
): Contest["contenders"][number] {
  const file = path.join(folder, `${name.replaceAll(" ", "-")}-${type}.mjs`);
  writeFileSync(file, `${source(type)}\n${loop}`);
  return { name, file };
}

const loop = `
export function accepted(values, times) {
  let count = 0;
  for (let time = 0; time < times; time++)
    for (let i = 0; i < values.length; i++) if (check(values[i])) count++;
  return count;
}
`;
