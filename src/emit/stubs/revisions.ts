import type { Protocol } from "../../schema/model/index.ts";
import { object, type ObjectMember } from "../dispatch/objects.ts";
import { sentBy, type Sent } from "../dispatch/sends.ts";
import { resultEntries } from "../dispatch/tables.ts";
import { hardline, indent, join, type Doc } from "../print/layout.ts";
import type { Item } from "../print/module.ts";
import { fitKey, nameFits } from "./fits.ts";
import { originValue, runtimeType, type Origin, type Stub } from "./stub.ts";

/** The tables of the revisions that a stub speaks, newest first. */
export function spokenRevisions(stub: Stub): Item {
  const rows = stub.origins.map((origin) => spokenRevision(stub, origin));
  const items = join([",", hardline], rows);
  return {
    kind: "constant",
    exported: false,
    name: "revisions",
    type: `readonly ${runtimeType(stub, "SpokenRevision")}[]`,
    value: ["[", indent(hardline, items, ","), hardline, "]"],
  };
}

/**
 * The newest revision's table comes with the guards of what this side sends; an
 * older one's with those that values of the newest may fail, and with the guards
 * of what the newest does not know.
 */
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
  const [newest] = stub.origins;
  if (origin === newest)
    return object([
      ["table", table],
      ["sends", originValue(stub, origin, "dispatch", `${side}Sends`)],
    ]);
  const sends = ownSends(side, origin.protocol, newest.protocol).map(
    ({ method, types }): ObjectMember => [
      method,
      resultEntries(types, (name) =>
        originValue(stub, origin, "guards", `validate${name}`),
      ),
    ],
  );
  return object([
    ["table", table],
    ...(fits.length === 0 ? [] : [["fits", object(fits)] as const]),
    ...(sends.length === 0 ? [] : [["sends", object(sends)] as const]),
  ]);
}

/**
 * What a side sends in an older revision alone: methods that the newest has not,
 * and results that something of their own tells from the others, such as a `resultType`.
 */
function ownSends(
  side: "server" | "client",
  older: Protocol,
  newest: Protocol,
): Sent[] {
  const known = new Set(sentBy(side, newest).map(({ method }) => method));
  return sentBy(side, older)
    .map(({ method, types }) => ({
      method,
      types: known.has(method)
        ? types.filter(({ when }) => when !== undefined && !when.orAbsent)
        : types,
    }))
    .filter(({ types }) => types.length > 0);
}
