import {
  block,
  group,
  indent,
  join,
  line,
  types,
  type Doc,
} from "../print/layout.ts";

/** A function that makes the function of a method. */
export function methodFunction(
  name: string,
  head: Doc,
  body: Doc,
  more: readonly string[] = [],
): Doc {
  const parameters = ["method", ...more].map((parameter) => [
    parameter,
    types(": string"),
  ]);
  return [
    `function ${name}(`,
    join(", ", parameters),
    ") ",
    block(["return ", group(head, " =>", indent(line, body))]),
  ];
}
