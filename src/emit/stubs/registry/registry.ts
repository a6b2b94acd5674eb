import { comment } from "../../print/comment.ts";
import type { Item } from "../../print/module.ts";
import { typeArguments } from "../../print/type-syntax.ts";
import { runtimeType, runtimeValue, type Stub } from "../stub.ts";
import { factories } from "./factories.ts";
import { fitFactory, type Fitting, type LeftOut } from "./fitting.ts";
import { printText } from "../texts.ts";

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

/** The factories of features whose results and lists they can make, and their helpers. */
export function registryItems(stub: Stub): Item[] {
  const items = fitted(stub).flatMap((one) =>
    "reason" in one ? [] : [factoryItem(stub, one)],
  );
  if (items.length === 0) return [];
  return [
    ...stub.imports.items(),
    reexport(stub, helpers, false),
    reexport(stub, helperTypes, true),
    ...items,
  ];
}

/** The factories that the stub has no place for, though its revision knows their methods. */
export function leftOutFactories(stub: Stub): LeftOut[] {
  return fitted(stub).filter((one) => "reason" in one);
}

function fitted(stub: Stub): (Fitting | LeftOut)[] {
  return factories.flatMap((factory) => fitFactory(stub, factory) ?? []);
}

function factoryItem(stub: Stub, { factory, place, types }: Fitting): Item {
  const { name, define, text } = factory;
  const typeName = define.charAt(0).toUpperCase() + define.slice(1);
  return {
    kind: "constant",
    comment: comment(printText(text(place), stub.docs)),
    exported: true,
    name,
    type: typeArguments(runtimeType(stub, typeName), [
      ...types,
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
