import { randomType, type Names } from "./random-type.ts";
import type { Tape } from "./tape.ts";

/** Writes an envelope, requests and notifications, and the unions that say who sends them. */
export function randomMessages(tape: Tape, names: Names): string[] {
  const requests = numbered(tape, 1, 4).map((n) => `Do${n}Request`);
  const notifications = numbered(tape, 0, 2).map((n) => `Did${n}Notification`);
  return [
    ...envelope(tape),
    ...requests.flatMap((name, n) => request(tape, names, name, n)),
    ...notifications.map((name, n) => notification(tape, name, n)),
    ...unions(tape, "Request", requests),
    ...unions(tape, "Notification", notifications),
  ];
}

function numbered(tape: Tape, least: number, most: number): number[] {
  return tape.several(least, most, () => 0).map((_, index) => index);
}

function envelope(tape: Tape): string[] {
  const meta = tape.pick([
    "_meta?: I;",
    "_meta?: { [key: string]: unknown };",
    "",
  ]);
  const params = tape.pick([
    `params?: { ${meta} [key: string]: unknown };`,
    "params?: { [key: string]: any };",
    "params?: RequestParams;",
  ]);
  return [
    `export interface RequestParams { ${meta} }`,
    `export interface Request { method: string; ${params} }`,
    `export interface Notification { method: string; ${params} }`,
    `export interface Result { ${meta} [key: string]: unknown }`,
    ...tape.pick<string[]>([[], ["export type EmptyResult = Result;"]]),
  ];
}

function request(
  tape: Tape,
  names: Names,
  name: string,
  number: number,
): string[] {
  const method = `method: "do/${number}";`;
  const params = randomParams(tape);
  const stem = name.slice(0, -"Request".length);
  const result = `export interface ${stem}Result extends Result { value: ${randomType(tape, names, { depth: 1 })} }`;
  return [
    tape.pick([
      `export interface ${name} extends Request { ${method} ${params} }`,
      `export type ${name} = Request & { ${method} ${params} };`,
      `export interface ${name} { ${method} ${params} }`,
    ]),
    ...tape.pick<string[]>([
      [result],
      [],
      [
        result,
        `export interface ${stem}ResultResponse { id: number; result: ${stem}Result | Result; }`,
      ],
      [`export type ${stem}Result = Result & { value: string } | Result;`],
      [`export type ${stem}Result = Result;`],
    ]),
  ];
}

function notification(tape: Tape, name: string, number: number): string {
  return `export interface ${name} extends Notification { method: "did/${number}"; ${randomParams(tape)} }`;
}

function randomParams(tape: Tape): string {
  return tape.pick([
    "",
    "params: RequestParams;",
    "params?: RequestParams & { more: string };",
    "params: { more: string };",
    'params: RequestParams & ({ kind: "a" } | { kind: "b" });',
    "params: ({ a: string } & RequestParams) | RequestParams;",
    'params?: Omit<RequestParams, "x">;',
    "params?: { _meta?: I; a: string };",
  ]);
}

/** Names that no union has keep their types and get a warning. */
function unions(tape: Tape, kind: string, names: readonly string[]): string[] {
  return ["Client", "Server"].flatMap((side) => {
    const members = names.filter(() => !tape.once(3));
    return members.length === 0
      ? []
      : [`export type ${side}${kind} = ${members.join(" | ")};`];
  });
}
