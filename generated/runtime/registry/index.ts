// The runtime of mcp-gen 0.1.0.

export type { Feature } from "../feature.js";
export type { Completer, Completion } from "./completion.js";
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
} from "./content.js";
export {
  expandUriTemplate,
  type TemplateValue,
} from "./expand-uri-template.js";
export { jsonSchema, type JsonSchemaValidator } from "./json-schema.js";
export { assistant, user } from "./prompt-message.js";
export {
  definePrompt,
  type DefinePrompt,
  type PromptAnswer,
  type PromptArgument,
  type PromptValues,
} from "./prompt.js";
export {
  defineResourceTemplate,
  type DefineResourceTemplate,
} from "./resource-template.js";
export {
  defineResource,
  type ContentsPart,
  type DefineResource,
  type ResourceAnswer,
} from "./resource.js";
export type { InputOf, OutputOf, Schema, SchemaIssue } from "./schema.js";
export { structured } from "./structured.js";
export {
  defineTool,
  type ArgumentsOf,
  type DefineTool,
  type ToolAnswer,
  type ToolOptions,
} from "./tool.js";
export type { UriVariables } from "./uri-variables.js";
