export type { Feature } from "../features/feature.ts";
export type { Completer, Completion } from "../features/completion.ts";
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
} from "../features/content.ts";
export {
  expandUriTemplate,
  type TemplateValue,
} from "../features/uri/expand.ts";
export {
  toFormParams,
  defineForm,
  type FormConverter,
  type FormOptions,
} from "../server/form/define-form.ts";
export type { FormAnswer } from "../server/form/form.ts";
export type { NoForm, FormCompatible } from "../server/form/define-form.ts";
export {
  jsonSchema,
  type JsonSchemaValidator,
} from "../features/schema/json-schema.ts";
export type { FeatureForm } from "../features/feature-options.ts";
export { assistant, user } from "../features/content.ts";
export {
  definePrompt,
  type DefinePrompt,
  type PromptAnswer,
  type PromptArgument,
  type PromptValues,
} from "../features/prompt.ts";
export {
  defineResourceTemplate,
  type DefineResourceTemplate,
} from "../features/resource-template.ts";
export {
  defineResource,
  type ContentsPart,
  type DefineResource,
  type ResourceAnswer,
} from "../features/resource.ts";
export type {
  ConverterOf,
  InputOf,
  OutputOf,
  Schema,
  SchemaIssue,
  StandardSchema,
  ToJsonSchema,
} from "../features/schema/schema.ts";
export { structured } from "../features/tool-result.ts";
export {
  defineTool,
  type ArgumentsOf,
  type DefineTool,
  type ToolAnswer,
  type ToolOptions,
} from "../features/tool.ts";
export type { UriVariables } from "../features/uri/template.ts";
