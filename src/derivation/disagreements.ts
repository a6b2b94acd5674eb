import { jsonSchemaDocument } from "../emit/json-schema/index.ts";
import type { Protocol } from "../model/index.ts";
import { holds } from "../spec/facts/index.ts";
import { errata, type Erratum } from "../spec/facts/errata.ts";
import { differences, fits, type Difference } from "./differences.ts";
import { pageAddress } from "./needed-facts.ts";
import type { Disagreement, DisagreementPlace } from "./report.ts";

/** How many places of one disagreement are shown. */
const shownPlaces = 5;

/**
 * Where the published JSON Schema and the schema.ts are at odds: the document as its
 * publishers make it is compared with what the schema.ts and its facts say.
 */
export function findDisagreements(protocol: Protocol): Disagreement[] {
  const found = differences(
    jsonSchemaDocument(protocol, { flavor: "official", docs: true }),
    jsonSchemaDocument(protocol, { flavor: "corrected", docs: true }),
  );
  const known = errata.filter((erratum) => holds(erratum, protocol.revision));
  const explained = known.map((erratum) =>
    disagreement(
      erratum,
      found.filter(({ pointer }) => isExplained(pointer, erratum)),
      protocol,
    ),
  );
  const rest = found.filter(
    ({ pointer }) => !known.some((erratum) => isExplained(pointer, erratum)),
  );
  return rest.length === 0
    ? explained
    : [...explained, disagreement(unexplained, rest, protocol)];
}

const unexplained: Erratum = {
  name: "unexplained",
  pointers: [],
  reason: "No erratum is known for it: facts that were added may be its cause.",
  page: "schema",
};

function isExplained(pointer: string, { pointers }: Erratum): boolean {
  return pointers.some((pattern) => fits(pointer, pattern));
}

function disagreement(
  { name, reason, page, pointers }: Erratum,
  found: readonly Difference[],
  protocol: Protocol,
): Disagreement {
  return {
    name,
    reason,
    page,
    address: pageAddress(protocol, page),
    pointers: [...pointers],
    count: found.length,
    places: found.slice(0, shownPlaces).map(placeOf),
  };
}

function placeOf({
  pointer,
  official,
  corrected,
}: Difference): DisagreementPlace {
  return {
    pointer,
    ...(official === undefined ? {} : { published: JSON.stringify(official) }),
    ...(corrected === undefined ? {} : { schema: JSON.stringify(corrected) }),
  };
}
