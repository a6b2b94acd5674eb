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
  /** What has to be declared before a method is used. */
  capabilities: readonly CapabilityFact[];
  /** What transports and file formats may rely on. */
  features: readonly FeatureFact[];
  /** Codes that only the prose names. */
  errors: readonly ErrorFact[];
  /** Codes that are not to be sent. */
  codes: readonly CodeFact[];
  /** Where methods are described. */
  pages: readonly PageFact[];
  /** Where numbers may have a fraction. */
  fractions: readonly FractionFact[];
  /** What may be answered only after a question. */
  inputs: readonly InputFact[];
  /** Which param names what is called. */
  names: readonly NameFact[];
  /** What methods, types and fields are for. */
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
