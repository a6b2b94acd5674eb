import { contentDescriptions } from "./content.ts";
import type { DescriptionFact } from "../../../schema/overrides/tables.ts";
import { elicitationDescriptions } from "./elicitation.ts";
import { errorDescriptions } from "./errors.ts";
import { inputDescriptions } from "./input.ts";
import { lifecycleDescriptions } from "./lifecycle.ts";
import { messageDescriptions } from "./messages.ts";
import { metadataDescriptions } from "./metadata.ts";
import { methodDescriptions } from "./methods.ts";
import { promptDescriptions } from "./prompts.ts";
import { resourceDescriptions } from "./resources.ts";
import { samplingDescriptions } from "./sampling.ts";
import { taskDescriptions } from "./tasks.ts";
import { toolDescriptions } from "./tools.ts";
import { utilityDescriptions } from "./utilities.ts";

/** Bundled models hold no sentence of the specification: what editors show is written here. */
export const descriptionFacts: readonly DescriptionFact[] = [
  ...methodDescriptions,
  ...messageDescriptions,
  ...errorDescriptions,
  ...lifecycleDescriptions,
  ...metadataDescriptions,
  ...toolDescriptions,
  ...resourceDescriptions,
  ...promptDescriptions,
  ...contentDescriptions,
  ...samplingDescriptions,
  ...elicitationDescriptions,
  ...inputDescriptions,
  ...utilityDescriptions,
  ...taskDescriptions,
];
