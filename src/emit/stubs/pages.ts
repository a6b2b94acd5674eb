import { comment } from "../print/comment.ts";
import type { ObjectMember } from "../dispatch/objects.ts";
import { call, lines, types, type Doc } from "../print/layout.ts";
import { freeName, pascalCase, propertyName, quote } from "../print/names.ts";
import { typeArguments } from "../print/type-syntax.ts";
import { callName, endpointNames } from "./call-names.ts";
import { methodFunction } from "./method-function.ts";
import { finalResults, signature, unsentParams } from "./signature.ts";
import {
  originType,
  runtimeType,
  runtimeValue,
  type Stub,
  type StubRequest,
} from "./stub.ts";

/** A request that lists items page by page, and the function that gives them all. */
interface List {
  readonly request: StubRequest;
  /** The property of the result that holds the items. */
  readonly property: string;
  /** The result's type. */
  readonly result: string;
  readonly name: string;
}

/** Functions of a client that give the items of all pages. */
export interface PageFunctions {
  readonly members: readonly Doc[];
  readonly entries: readonly ObjectMember[];
  /** The function that makes them; none where there is no list. */
  readonly helpers: readonly Doc[];
}

export function pageFunctions(stub: Stub): PageFunctions {
  const lists = stub.side.own === "Client" ? listsOf(stub) : [];
  return {
    members: lists.map((list) => member(stub, list)),
    entries: lists.map(({ name, request, property }) => [
      name,
      call("items", [quote(request.message.method), quote(property)]),
    ]),
    helpers: lists.length === 0 ? [] : [itemsFunction(stub)],
  };
}

/** What takes a cursor, and answers with the next one and one array, is a list. */
function listsOf(stub: Stub): List[] {
  const { requests } = stub.sends;
  const used = new Set(endpointNames);
  for (const { message } of requests) used.add(callName(message.handler));
  return requests.flatMap((request) => {
    const { message, origin } = request;
    const { lookup } = origin;
    if (!lookup.properties(message.params).has("cursor")) return [];
    for (const result of finalResults(request)) {
      const properties = lookup.properties(result);
      const arrays = [...properties.values()].filter(
        ({ type, optional }) =>
          optional !== true && lookup.resolve(type).kind === "array",
      );
      const [array] = arrays;
      if (!properties.has("nextCursor") || !array || arrays.length > 1)
        continue;
      const name = freeName(`all${pascalCase(array.name)}`, used);
      const type = originType(stub, origin, result);
      return [{ request, property: array.name, result: type, name }];
    }
    return [];
  });
}

function member(stub: Stub, { name, request, property, result }: List): Doc {
  const text = signature(
    propertyName(name),
    [
      `params?: ${unsentParams(stub, request)}`,
      `options?: ${runtimeType(stub, "CallOptions")}`,
    ],
    typeArguments("AsyncGenerator", [
      `${result}[${quote(property)}][number]`,
      "void",
      "undefined",
    ]),
  );
  if (!stub.docs) return text;
  const { method } = request.message;
  return lines(
    comment(`The items of \`${method}\`: each page is asked for when needed.`),
    text,
  );
}

function itemsFunction(stub: Stub): Doc {
  const paginate = runtimeValue(stub, "paginate");
  const options = runtimeType(stub, "CallOptions");
  return methodFunction(
    "items",
    [
      "(params",
      types("?: unknown"),
      ", options",
      types(`?: ${options}`),
      ")",
      types(": AsyncGenerator<never>"),
    ],
    `${paginate}(caller, method, property, params, options);`,
    ["property"],
  );
}
