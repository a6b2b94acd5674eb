import type {
  Declaration,
  SelectType,
  Type,
  WrapType,
} from "../../model/index.ts";
import type { ts } from "../source/compiler.ts";
import type { Reader, Session } from "../source/session.ts";
import { checkCycles } from "./cycles.ts";
import { checkRecordKey, expandKeys } from "./keys.ts";
import { checkObject, checkRest, checkWrapped } from "./objects.ts";
import { checkOverrides } from "./overrides.ts";
import { checkPickedKeys } from "./picked.ts";

/** What was put off until every declaration is known. */
export type Check =
  | (Place & { kind: "object"; type: Type })
  | (Place & { kind: "wrapped"; type: Type; name: WrapType["name"] })
  | (Place & { kind: "rest"; type: Type })
  | (Place & { kind: "record"; key: Type })
  | (Place & { kind: "select"; select: SelectType; key: Type });

/** Where to report a check that fails. */
export interface Place {
  reader: Reader;
  node: ts.Node;
}

/** The declarations by name. */
export type Index = ReadonlyMap<string, Declaration>;

/** Finds what no single declaration shows: cycles, bases that are no objects, keys. */
export function runChecks(session: Session, index: Index): void {
  checkCycles(session, index);
  // Keys first: which properties a type has may depend on them.
  for (const check of session.checks) {
    if (check.kind === "select") expandKeys(index, check);
  }
  for (const check of session.checks) runCheck(index, check);
  checkOverrides(session, index);
}

function runCheck(index: Index, check: Check): void {
  switch (check.kind) {
    case "object":
      return checkObject(index, check);
    case "wrapped":
      return checkWrapped(index, check);
    case "rest":
      return checkRest(index, check);
    case "record":
      return checkRecordKey(index, check);
    case "select":
      return checkPickedKeys(index, check);
    default:
      return check satisfies never;
  }
}
