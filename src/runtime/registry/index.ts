export type { Feature } from "../feature.ts";
export type { Completer, Completion } from "./completion.ts";
export {
  audio,
  embedded,
  image,
  link,
  text,
  type Binary,
  type ContentOptions,
  type EmbeddedBlock,
  type LinkBlock,
  type MediaBlock,
  type TextBlock,
} from "./content.ts";
export {
  expandUriTemplate,
  type TemplateValue,
} from "./expand-uri-template.ts";
export { jsonSchema, type JsonSchemaValidator } from "./json-schema.ts";
export { assistant, user } from "./prompt-message.ts";
export {
  definePrompt,
  type DefinePrompt,
  type PromptAnswer,
  type PromptArgument,
  type PromptValues,
} from "./prompt.ts";
export {
  defineResourceTemplate,
  type DefineResourceTemplate,
} from "./resource-template.ts";
export {
  defineResource,
  type ContentsPart,
  type DefineResource,
  type ResourceAnswer,
} from "./resource.ts";
export type { InputOf, OutputOf, Schema, SchemaIssue } from "./schema.ts";
export { structured } from "./structured.ts";
export {
  defineTool,
  type ArgumentsOf,
  type DefineTool,
  type ToolAnswer,
  type ToolOptions,
} from "./tool.ts";
export type { UriVariables } from "./uri-variables.ts";
