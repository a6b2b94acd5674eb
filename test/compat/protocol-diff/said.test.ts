import { expect, test } from "vitest";
import { diff } from "../../../src/compat/protocol-diff/index.ts";
import { protocolWith } from "./small.ts";

/** A schema that says something of each thing that can be said something of. */
const said = (text: string): string => `/** ${text} */
export const LIMIT = 1;
/** Levels. */
export enum Level {
  /** ${text} */
  Low = "low",
  High = "high",
}
/** Things. */
export interface Thing {
  /** ${text} */
  [key: string]: unknown;
}
export interface Heir extends Thing {}`;

test("what is said of constants, enum members and other properties is compared", () => {
  const { changes, summary } = diff(
    protocolWith(said("One.")),
    protocolWith(said("Two.")),
  );
  const documented = { rule: "documentation", before: "One.", after: "Two." };
  expect(changes).toMatchObject([
    { ...documented, subject: "constant", where: { name: "LIMIT" } },
    {
      ...documented,
      subject: "enum member",
      where: { name: "Level", path: ["Low"] },
    },
    {
      ...documented,
      subject: "field",
      where: { name: "Thing", path: ["*"] },
    },
    { where: { name: "Heir", path: ["*"] }, inheritedFrom: "Thing" },
  ]);
  expect(summary.documentation).toBe(3);
});
