import type { DescriptionFact } from "../../../schema/overrides/tables.ts";
import { describes } from "./describe.ts";

const page = "client/elicitation";

/** What fields of every kind have. */
function field(type: string, others: Readonly<Record<string, string>>) {
  const common = {
    title: "What stands beside the field.",
    description: "What belongs there, for the person who fills it in.",
  };
  return Object.fromEntries(
    Object.entries({ ...common, ...others }).map(([name, text]) => [
      `${type}.${name}`,
      text,
    ]),
  );
}

const filledIn = "What the field holds before anybody has touched it.";
const values = "The values to choose from.";
const oneTitled = {
  "oneOf.const": "The value that the answer carries.",
  "oneOf.title": "What the person sees in its place.",
};
const several = {
  minItems: "How many must be chosen at least.",
  maxItems: "How many may be chosen at most.",
  items: values,
  default: "What is chosen before anybody has touched the field.",
};

export const elicitationDescriptions: readonly DescriptionFact[] = describes(
  page,
  {
    ElicitRequestParams:
      "A question to the client's user: a form, or a web page.",
    "ElicitRequestParams.message":
      "The question, for the person who answers it.",
    "ElicitRequestParams.requestedSchema":
      "The form: a flat object of simple fields.",
    "ElicitRequestParams.requestedSchema.properties":
      "The fields of the form, by name.",
    "ElicitRequestParams.requestedSchema.required":
      "The fields that must be filled in.",
    ElicitRequestFormParams:
      "A question that a form answers. Never for passwords or keys: the client sees what is typed.",
    "ElicitRequestFormParams.mode": "`form`; the same where it is left out.",
    "ElicitRequestFormParams.message":
      "The question, for the person who answers it.",
    "ElicitRequestFormParams.requestedSchema":
      "The form: a flat object of simple fields.",
    "ElicitRequestFormParams.requestedSchema.$schema":
      "The dialect of the schema; 2020-12 where it is left out.",
    "ElicitRequestFormParams.requestedSchema.properties":
      "The fields of the form, by name.",
    "ElicitRequestFormParams.requestedSchema.required":
      "The fields that must be filled in.",
    ElicitRequestURLParams:
      "A question that a web page asks, so that the client does not see the answer: a login, a payment, a key.",
    "ElicitRequestURLParams.message": "Why the person is to visit the page.",
    "ElicitRequestURLParams.elicitationId":
      "Names this one question; only its server can read it.",
    "ElicitRequestURLParams.url": "The page to visit.",
    "ElicitResult.action":
      "`accept`: answered; `decline`: the person said no; `cancel`: the question was closed without a choice.",
    "ElicitResult.content":
      "What was filled in, by field. Only with `accept`, and only of a form.",
    "ElicitationCompleteNotificationParams.elicitationId":
      "Which question is answered.",
    PrimitiveSchemaDefinition: "A field of a form; nothing nests in it.",
    StringSchema: "A field for text.",
    ...field("StringSchema", {
      minLength: "The fewest characters that will do.",
      maxLength: "The most characters that will do.",
      format: "What the text must be, such as an email address.",
      default: filledIn,
    }),
    NumberSchema: "A field for a number.",
    ...field("NumberSchema", {
      type: "`integer` takes whole numbers only.",
      minimum: "The least that will do.",
      maximum: "The most that will do.",
      default: filledIn,
    }),
    BooleanSchema: "A field for yes or no.",
    ...field("BooleanSchema", { default: filledIn }),
    EnumSchema: "A field for a choice.",
    ...field("EnumSchema", {
      enum: values,
      enumNames: "What the person sees in their place, in the same order.",
    }),
    SingleSelectEnumSchema: "A field for a choice of one.",
    UntitledSingleSelectEnumSchema:
      "A field for a choice of one, of values that people can read.",
    ...field("UntitledSingleSelectEnumSchema", {
      enum: values,
      default: filledIn,
    }),
    TitledSingleSelectEnumSchema:
      "A field for a choice of one, of values that have titles.",
    ...field("TitledSingleSelectEnumSchema", {
      oneOf: values,
      ...oneTitled,
      default: filledIn,
    }),
    MultiSelectEnumSchema: "A field for a choice of several.",
    UntitledMultiSelectEnumSchema:
      "A field for a choice of several, of values that people can read.",
    ...field("UntitledMultiSelectEnumSchema", {
      ...several,
      "items.enum": values,
    }),
    TitledMultiSelectEnumSchema:
      "A field for a choice of several, of values that have titles.",
    ...field("TitledMultiSelectEnumSchema", {
      ...several,
      "items.anyOf": values,
      "items.anyOf.const": "The value that the answer carries.",
      "items.anyOf.title": "What the person sees in its place.",
    }),
    LegacyTitledEnumSchema:
      "A choice of one as earlier revisions have it; new forms say `oneOf`.",
    ...field("LegacyTitledEnumSchema", {
      enum: values,
      enumNames: "What the person sees in their place, in the same order.",
      default: filledIn,
    }),
  },
);
