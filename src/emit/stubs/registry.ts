import { comment } from "../print/comment.ts";
import type { Item } from "../print/module.ts";
import { typeArguments } from "../print/type-syntax.ts";
import { originType, runtimeType, runtimeValue, type Stub } from "./stub.ts";
import {
  printText,
  promptText,
  resourceTemplateText,
  resourceText,
  toolText,
  type Text,
} from "./texts.ts";

/** A factory of the runtime, and the types of the schema that it is typed with. */
interface Factory {
  readonly name: string;
  /** What makes it: `defineTool`, whose type is `DefineTool`. */
  readonly define: string;
  readonly types: readonly [item: string, result: string];
  readonly text: Text;
}

const factories: readonly Factory[] = [
  {
    name: "tool",
    define: "defineTool",
    types: ["Tool", "CallToolResult"],
    text: toolText,
  },
  {
    name: "resource",
    define: "defineResource",
    types: ["Resource", "ReadResourceResult"],
    text: resourceText,
  },
  {
    name: "resourceTemplate",
    define: "defineResourceTemplate",
    types: ["ResourceTemplate", "ReadResourceResult"],
    text: resourceTemplateText,
  },
  {
    name: "prompt",
    define: "definePrompt",
    types: ["Prompt", "GetPromptResult"],
    text: promptText,
  },
];

/** What makes content and schemas, the same in every revision. */
const helpers = [
  "assistant",
  "audio",
  "embedded",
  "expandUriTemplate",
  "image",
  "jsonSchema",
  "link",
  "structured",
  "text",
  "user",
];

const helperTypes = ["Feature", "JsonSchemaValidator", "Schema"];

/** The factories of features that the newest revision has types for, and their helpers. */
export function registryItems(stub: Stub): Item[] {
  const [{ lookup }] = stub.origins;
  const known = factories.filter(({ types }) =>
    types.every((name) => lookup.find(name) !== undefined),
  );
  const items = known.map((factory) => factoryItem(stub, factory));
  if (items.length === 0) return [];
  return [
    ...stub.imports.items(),
    reexport(stub, helpers, false),
    reexport(stub, helperTypes, true),
    ...items,
  ];
}

function factoryItem(stub: Stub, { name, define, types, text }: Factory): Item {
  const [newest] = stub.origins;
  const typeName = define.charAt(0).toUpperCase() + define.slice(1);
  return {
    kind: "constant",
    comment: comment(printText(text, stub.docs)),
    exported: true,
    name,
    type: typeArguments(runtimeType(stub, typeName), [
      ...types.map((type) => originType(stub, newest, { name: type })),
      stub.imports.type("./server", "ServerContext"),
    ]),
    value: runtimeValue(stub, define),
    breaks: true,
  };
}

function reexport(stub: Stub, names: readonly string[], types: boolean): Item {
  return {
    kind: "reexport",
    types,
    names: names.map((name) => ({ name })),
    from: stub.runtime,
  };
}
