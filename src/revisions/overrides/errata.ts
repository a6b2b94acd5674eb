import type { Fact } from "../../schema/overrides/tables.ts";

/** Something in the published JSON Schema that the corrected one has otherwise. */
export interface Erratum extends Fact {
  name: string;
  /**
   * Where the two differ: JSON pointers into the corrected document. `**` stands
   * for any number of steps, where the same thing is wrong all over the file.
   */
  pointers: readonly string[];
}

export const errata: readonly Erratum[] = [
  {
    name: "dialect",
    until: "2025-11-25",
    pointers: ["/$schema", "/$defs", "/$defs/**/$ref"],
    reason:
      "One dialect serves every revision: 2020-12, which keeps definitions in `$defs`.",
    page: "schema",
  },
  {
    name: "identity",
    pointers: ["/$id", "/title"],
    reason: "The published file does not say which revision it describes.",
    page: "schema",
  },
  {
    name: "fractions-in-forms",
    since: "2025-06-18",
    until: "2025-11-25",
    pointers: [
      "/$defs/ElicitResult/properties/content/additionalProperties/type",
    ],
    reason:
      "A form may ask for a number with a fraction, and the answer may carry one.",
    page: "client/elicitation",
  },
  {
    name: "fractions-in-forms",
    since: "2025-11-25",
    pointers: [
      "/$defs/ElicitResult/properties/content/additionalProperties/anyOf/1/type",
    ],
    reason:
      "A form may ask for a number with a fraction, and the answer may carry one.",
    page: "client/elicitation",
  },
  {
    name: "fractions-in-json",
    since: "2026-07-28",
    pointers: ["/$defs/JSONValue/anyOf/2/type"],
    reason: "JSON numbers may have a fraction.",
    page: "schema",
  },
  {
    name: "null-in-json",
    since: "2026-07-28",
    pointers: ["/$defs/JSONValue/anyOf/2/type"],
    reason: "`null` is a JSON value, and the schema.ts lists it.",
    page: "schema",
  },
  {
    name: "links",
    since: "2026-07-28",
    pointers: ["/$defs/**/description"],
    reason:
      "The published file keeps the markup of links and runs names into labels.",
    page: "schema",
  },
];
