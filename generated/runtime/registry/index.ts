// The runtime of mcp-gen 0.1.0.

export type { Feature } from "../features/feature.js";
export type { Completer, Completion } from "../features/completion.js";
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
} from "../features/content.js";
export {
  expandUriTemplate,
  type TemplateValue,
} from "../features/uri/expand.js";
export {
  jsonSchema,
  type JsonSchemaValidator,
} from "../features/schema/json-schema.js";
export { assistant, user } from "../features/prompt/message.js";
export {
  definePrompt,
  type DefinePrompt,
  type PromptAnswer,
  type PromptArgument,
  type PromptValues,
} from "../features/prompt/prompt.js";
export {
  defineResourceTemplate,
  type DefineResourceTemplate,
} from "../features/resource/resource-template.js";
export {
  defineResource,
  type ContentsPart,
  type DefineResource,
  type ResourceAnswer,
} from "../features/resource/resource.js";
export type {
  InputOf,
  OutputOf,
  Schema,
  SchemaIssue,
} from "../features/schema/schema.js";
export { structured } from "../features/tool/structured.js";
export {
  defineTool,
  type ArgumentsOf,
  type DefineTool,
  type ToolAnswer,
  type ToolOptions,
} from "../features/tool/tool.js";
export type { UriVariables } from "../features/uri/variables.js";
