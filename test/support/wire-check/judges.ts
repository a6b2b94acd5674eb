import type { ProtocolTable } from "../../../src/runtime/protocol/revision/protocol-table.ts";
import { bundledRevisions } from "../../../src/revisions/revisions.ts";
import {
  extendedJudge,
  revisionJudge,
  tableJudge,
  type Judge,
} from "./judge.ts";

/** The judges of what one side may speak, newest revision first, never empty. */
export type Judges = readonly [Judge, ...Judge[]];

const generated = new Map<string, Promise<Judge>>();

/**
 * The judges of these tables: of a generated revision by its own guards and
 * schemas, of a made-up one by its table. Without tables, every generated one.
 */
export async function judgesOf(
  tables: readonly ProtocolTable[],
): Promise<Judges> {
  if (tables.length === 0) return everyRevision();
  const judges = await Promise.all(tables.map(judgeOf));
  const [first, ...rest] = judges;
  return first ? [first, ...rest] : everyRevision();
}

async function judgeOf(table: ProtocolTable): Promise<Judge> {
  if (isGenerated(table.revision))
    return extendedJudge(table, await ofRevision(table.revision));
  const [newest] = await everyRevision();
  return tableJudge(table, newest);
}

async function everyRevision(): Promise<Judges> {
  const revisions = generatedRevisions().reverse().map(ofRevision);
  const [first, ...rest] = await Promise.all(revisions);
  if (first) return [first, ...rest];
  throw new Error("there is no generated revision");
}

function ofRevision(revision: string): Promise<Judge> {
  const known = generated.get(revision) ?? revisionJudge(revision);
  generated.set(revision, known);
  return known;
}

function isGenerated(revision: string): boolean {
  return generatedRevisions().includes(revision);
}

function generatedRevisions(): string[] {
  return bundledRevisions()
    .filter(({ aliasOf }) => aliasOf === undefined)
    .map(({ id }) => id);
}
