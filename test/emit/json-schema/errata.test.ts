import { describe, expect, test } from "vitest";
import { jsonSchemaDocument } from "../../../src/emit/json-schema/index.ts";
import type { Protocol } from "../../../src/schema/model/index.ts";
import { errata } from "../../../src/revisions/overrides/errata.ts";
import { holds } from "../../../src/revisions/overrides/index.ts";
import {
  differences,
  fits,
  type Difference,
} from "../../support/differences.ts";
import { revisionProtocols } from "../../support/protocols.ts";
import { hasOfficial } from "../../support/spec.ts";

const protocols = await revisionProtocols();

describe.each(protocols)("errata of $revision", (protocol) => {
  const found = errataOf(protocol);
  const pointers = errata
    .filter((erratum) => holds(erratum, protocol.revision))
    .flatMap((erratum) => erratum.pointers)
    // Only the official files have descriptions.
    .filter((pattern) => hasOfficial || !pattern.endsWith("/description"));

  test("every difference is in the list", () => {
    const unlisted = found.filter(
      ({ pointer }) => !pointers.some((pattern) => fits(pointer, pattern)),
    );
    expect(unlisted).toEqual([]);
  });

  test("everything in the list is a difference", () => {
    const stale = pointers.filter(
      (pattern) => !found.some(({ pointer }) => fits(pointer, pattern)),
    );
    expect(stale).toEqual([]);
  });

  test("what a pattern stands for is the same thing everywhere", () => {
    expect(found.filter((difference) => !isExpected(difference))).toEqual([]);
  });
});

function errataOf(protocol: Protocol): Difference[] {
  return differences(
    jsonSchemaDocument(protocol, { flavor: "official", docs: true }),
    jsonSchemaDocument(protocol, { flavor: "corrected", docs: true }),
  );
}

/** References differ in the keyword alone, and descriptions only where there is a link. */
function isExpected({ pointer, official, corrected }: Difference): boolean {
  if (pointer.endsWith("/$ref"))
    return corrected === String(official).replace("/definitions/", "/$defs/");
  if (!pointer.endsWith("/description")) return true;
  return (
    String(official).includes("{@link ") && !String(corrected).includes("{@")
  );
}
