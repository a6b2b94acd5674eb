import { capabilityFacts, type CapabilityFact } from "./capabilities.ts";
import { codeFacts, type CodeFact } from "./codes.ts";
import {
  descriptionFacts,
  type DescriptionFact,
} from "./descriptions/index.ts";
import { errorFacts, type ErrorFact } from "./errors.ts";
import { featureFacts, type FeatureFact } from "./features.ts";
import { fractionFacts, type FractionFact } from "./fractions.ts";
import { inputFacts, type InputFact } from "./inputs.ts";
import { nameFacts, type NameFact } from "./names.ts";
import { pageFacts, type PageFact } from "./pages.ts";

export { holds, type Fact } from "./fact.ts";
export type {
  CapabilityFact,
  CodeFact,
  DescriptionFact,
  ErrorFact,
  FeatureFact,
  FractionFact,
  InputFact,
  NameFact,
  PageFact,
};

/** What is true of the protocol and does not stand in its schema. */
export interface FactTables {
  capabilities: readonly CapabilityFact[];
  features: readonly FeatureFact[];
  errors: readonly ErrorFact[];
  codes: readonly CodeFact[];
  pages: readonly PageFact[];
  fractions: readonly FractionFact[];
  inputs: readonly InputFact[];
  names: readonly NameFact[];
  descriptions: readonly DescriptionFact[];
}

export const knownFacts: FactTables = {
  capabilities: capabilityFacts,
  features: featureFacts,
  errors: errorFacts,
  codes: codeFacts,
  pages: pageFacts,
  fractions: fractionFacts,
  inputs: inputFacts,
  names: nameFacts,
  descriptions: descriptionFacts,
};
