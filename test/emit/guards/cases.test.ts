import { describe, expect, it } from "vitest";
import { acceptsAnything } from "../../../src/emit/guards/scope/schemas.ts";
import type { Protocol } from "../../../src/schema/model/index.ts";
import { caseNames, parseCase } from "../../support/cases.ts";
import { compare, judgedTypes, type Judged } from "./agreement.ts";
import { constructs } from "./constructs.ts";
import { protocolFrom, protocolOf, withoutErrors } from "./protocols.ts";
import { seed } from "../../support/random.ts";

describe("the guards of each construct agree with ajv", () => {
  it.each(caseNames("schema/cases"))("case %s", async (name) => {
    const { declarations } = withoutErrors(parseCase("schema/cases", name));
    await expectAgreement(protocolFrom(declarations));
  });

  it.each(Object.entries(constructs))("%s", async (_, text) => {
    await expectAgreement(protocolOf(text));
  });
});

async function expectAgreement(protocol: Protocol): Promise<void> {
  for (const type of await judgedTypes(protocol)) {
    const { valid, invalid } = compare(type, 1_000, seed);
    const seen = { valid: valid > 0, invalid: invalid > 0 };
    expect({ type: type.name, ...seen }).toEqual({
      type: type.name,
      valid: !acceptsNothing(type),
      invalid: !acceptsAnything(type.schema),
    });
  }
}

/** Whether no value can ever be valid. */
function acceptsNothing({ schema }: Judged): boolean {
  return schema.not !== undefined;
}
