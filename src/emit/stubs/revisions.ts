import { object, type ObjectMember } from "../dispatch/objects.ts";
import { hardline, indent, join, list, type Doc } from "../print/layout.ts";
import type { Item } from "../print/module.ts";
import { fitKey, nameFits } from "./fits.ts";
import { originValue, runtimeType, type Origin, type Stub } from "./stub.ts";

/** The tables of the revisions that a stub speaks, newest first. */
export function spokenRevisions(stub: Stub): Item {
  const rows = stub.origins.map((origin) => spokenRevision(stub, origin));
  const isFlat = rows.every((row) => typeof row === "string");
  const items = join([",", hardline], rows);
  return {
    kind: "constant",
    exported: false,
    name: "revisions",
    type: `readonly ${runtimeType(stub, "SpokenRevision")}[]`,
    value: isFlat
      ? list("[", rows, "]")
      : ["[", indent(hardline, items, ","), hardline, "]"],
    breaks: isFlat,
  };
}

/** An older revision's table comes with the guards that values of the newest may fail. */
function spokenRevision(stub: Stub, origin: Origin): Doc {
  const side = stub.side.own === "Server" ? "server" : "client";
  const table = originValue(stub, origin, "dispatch", `${side}Protocol`);
  const names = nameFits(stub.origins);
  const fits = origin.crossings[side].map((crossing): ObjectMember => {
    const name = names.get(fitKey(crossing));
    if (name !== undefined) stub.imports.namespace("./fits", "fits", "values");
    return [
      crossing.method,
      name === undefined
        ? originValue(stub, origin, "guards", `validate${crossing.type}`)
        : `fits.validate${name}`,
    ];
  });
  if (fits.length === 0) return `{ table: ${table} }`;
  return object([
    ["table", table],
    ["fits", object(fits)],
  ]);
}
