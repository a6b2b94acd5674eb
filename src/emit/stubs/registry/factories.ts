import type { JsonSchema } from "../../json-schema/index.ts";
import type { Fields, Objects, FactoryPlace } from "./objects.ts";
import {
  promptText,
  resourceTemplateText,
  resourceText,
  type Text,
} from "../texts.ts";
import { toolText } from "./tool-text.ts";

/** A factory of the runtime: which methods serve what it makes, and what it takes for granted of them. */
export interface Factory {
  readonly name: string;
  /** What makes it: `defineTool`, whose type is `DefineTool`. */
  readonly define: string;
  /** What an editor says of it. */
  readonly text: (place: FactoryPlace) => Text;
  /** The method that lists what it makes, and the field of the result. */
  readonly list: { readonly method: string; readonly field: string };
  /** The method that calls its handler, and what the runtime reads of the params. */
  readonly use: {
    readonly method: string;
    readonly needs: Fields;
    readonly reads: Fields;
  };
  /** What the runtime writes into an item of the list, and what it reads of it. */
  readonly writes: Fields;
  readonly reads: Fields;
  /** How a handler can give a result of a form, if it can. */
  readonly given: (form: JsonSchema, objects: Objects) => Given | undefined;
}

/** `short`: a text, blocks or parts stand for the result; `whole`: nothing does. */
export type Given = "short" | "whole";

const text: JsonSchema = { type: "string" };
const object: JsonSchema = { type: "object" };
const flag: JsonSchema = { type: "boolean" };

const ofObject: JsonSchema = {
  type: "object",
  properties: { type: { const: "object" } },
  required: ["type"],
};

export const factories: readonly Factory[] = [
  {
    name: "tool",
    define: "defineTool",
    text: toolText,
    list: { method: "tools/list", field: "tools" },
    use: {
      method: "tools/call",
      needs: { name: text },
      reads: { arguments: object },
    },
    writes: { name: text, inputSchema: ofObject, outputSchema: ofObject },
    reads: {},
    given: toolGiven,
  },
  resourceFactory("resource", "resources/list", "uri", resourceText),
  resourceFactory(
    "resourceTemplate",
    "resources/templates/list",
    "uriTemplate",
    resourceTemplateText,
  ),
  {
    name: "prompt",
    define: "definePrompt",
    text: () => promptText,
    list: { method: "prompts/list", field: "prompts" },
    use: {
      method: "prompts/get",
      needs: { name: text },
      reads: { arguments: { type: "object", additionalProperties: text } },
    },
    writes: { name: text },
    reads: {},
    given: promptGiven,
  },
];

function resourceFactory(
  name: "resource" | "resourceTemplate",
  method: string,
  key: string,
  said: Text,
): Factory {
  return {
    name,
    define: `define${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    text: () => said,
    list: { method, field: `${name}s` },
    use: { method: "resources/read", needs: { uri: text }, reads: {} },
    writes: { [key]: text },
    reads: { mimeType: text },
    given: resourceGiven,
  };
}

/** A result without blocks is given whole; the runtime adds an empty `content` where there is none. */
function toolGiven(form: JsonSchema, objects: Objects): Given | undefined {
  const { content } = form.properties ?? {};
  const more = { isError: flag, structuredContent: object, _meta: object };
  if (objects.isList(content) && objects.takes(form, { content }, more))
    return "short";
  const isGiven = form.required?.includes("content") === true;
  return isGiven || objects.takesEmptyList(form, "content")
    ? wholeGiven(form)
    : undefined;
}

function promptGiven(form: JsonSchema, objects: Objects): Given | undefined {
  const { messages } = form.properties ?? {};
  const more = { description: text, _meta: object };
  return objects.isList(messages) && objects.takes(form, { messages }, more)
    ? "short"
    : wholeGiven(form);
}

/** What has a `type` is taken for a block, and no result. */
function wholeGiven({ properties = {} }: JsonSchema): Given | undefined {
  return Object.hasOwn(properties, "type") ? undefined : "whole";
}

/** A part of another form than these gets what no revision has: its address, and its format. */
function resourceGiven(form: JsonSchema, objects: Objects): Given | undefined {
  const { contents } = form.properties ?? {};
  if (!objects.isList(contents)) return undefined;
  const parts = objects.formsOf(objects.itemsOf(contents)) ?? [];
  const isPart = (part: JsonSchema): boolean =>
    [{ text }, { blob: text }].some((held) =>
      objects.takes(part, { uri: text, ...held }, { mimeType: text }),
    );
  return parts.some(isPart) &&
    objects.takes(form, { contents }, { _meta: object })
    ? "short"
    : undefined;
}
