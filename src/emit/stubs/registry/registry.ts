import type { JsonSchema } from "../../json-schema/index.ts";
import { comment } from "../../print/comment.ts";
import { hardline, indent, lines, list, type Doc } from "../../print/layout.ts";
import type { Item } from "../../print/module.ts";
import { quote } from "../../print/names.ts";
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

function factoryItem(stub: Stub, fitting: Fitting): Item {
  const { factory, place, types } = fitting;
  const { name, define, text } = factory;
  const form = formOf(fitting);
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
    value: factoryCall(runtimeValue(stub, define), form),
    breaks: form.length === 0,
  };
}

/** A function that adds to its arguments the part of the revision that the runtime needs. */
function factoryCall(define: Doc, form: readonly Doc[]): Doc {
  if (form.length === 0) return define;
  const parameters = "key, options, handler";
  return [
    `(${parameters}) =>`,
    indent(
      hardline,
      [define, `(${parameters}, {`],
      indent(hardline, lines(...form.map((member) => [member, ","]))),
      hardline,
      "})",
    ),
  ];
}

/** The members of a `FeatureForm`: none where the revision accepts any field. */
function formOf({ factory, place, isWhole }: Fitting): Doc[] {
  const { item, objects } = place;
  const names = fieldsOf(item)?.filter(
    (name) => !Object.hasOwn(factory.writes, name),
  );
  const given = item.properties?.["arguments"];
  const [argument] =
    given && objects.isList(given)
      ? (objects.formsOf(objects.itemsOf(given)) ?? [])
      : [];
  const ofArguments =
    argument && fieldsOf(argument)?.filter((name) => name !== "name");
  const member = (name: string, values: readonly string[]): Doc => [
    `${name}: `,
    list("[", values.map(quote), "]"),
  ];
  return [
    ...(names ? [member("fields", names)] : []),
    ...(ofArguments ? [member("argumentFields", ofArguments)] : []),
    ...(isWhole ? ["isWhole: true"] : []),
  ];
}

/** The fields of an object; undefined if it accepts others. */
function fieldsOf({
  properties = {},
  additionalProperties = false,
}: JsonSchema): readonly string[] | undefined {
  return additionalProperties === false ? Object.keys(properties) : undefined;
}

function reexport(stub: Stub, names: readonly string[], types: boolean): Item {
  return {
    kind: "reexport",
    types,
    names: names.map((name) => ({ name })),
    from: stub.runtime,
  };
}
