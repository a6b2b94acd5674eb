import { code } from "../../emit/fixed/compiled-schema.ts";
import { fixedItem, neededCode } from "../../emit/print/fixed-item.ts";
import { comment } from "../../emit/print/comment.ts";
import { prettierLayout, printJsonExpression } from "../../emit/print/json.ts";
import {
  brokenGroup,
  call,
  indent,
  join,
  line,
  lines,
  list,
  named,
  softline,
  type Doc,
} from "../../emit/print/layout.ts";
import type { Item } from "../../emit/print/module.ts";
import { quote } from "../../emit/print/names.ts";
import type { Unchecked } from "../../schema/model/json-schema.ts";
import { describeUnchecked } from "./unchecked.ts";

/** A schema that stands in a module, ready to be used where a Standard Schema is. */
export interface SchemaConstant {
  /** Its own name. */
  readonly name: string;
  /** The name of its type, and what its guards end with. */
  readonly type: string;
  /** The schema as it was written. */
  readonly schema: unknown;
  /** What of it nothing checks. */
  readonly unchecked: readonly Unchecked[];
}

/** Where types and guards are: in the module of the constants, or in one that it imports as a whole. */
export interface SchemaModules {
  /** What the module of the types is imported as. */
  readonly types?: string;
  /** What the module of the guards is imported as. */
  readonly guards?: string;
}

/** The constants of schemas, and what all of them need: `CompiledSchema` and what makes one. */
export function printSchemaConstants(
  constants: readonly SchemaConstant[],
  modules: SchemaModules = {},
): Item[] {
  if (constants.length === 0) return [];
  const needed = neededCode(code, ["compiledSchema"]);
  return [
    ...needed.map((one) => fixedItem(one, one.isType)),
    ...constants.map((one) => schemaConstant(one, modules)),
  ];
}

/**
 * A constant that checks the schemas of others by the guards of these, beside them in one
 * module, and what it needs: it knows a schema by what it says.
 */
export function printSchemaValidator(
  name: string,
  constants: readonly SchemaConstant[],
): Item[] {
  const own = new Set(neededCode(code, ["compiledSchema"]));
  const needed = neededCode(code, ["schemaValidator"]);
  const names = constants.map((one) => one.name);
  return [
    ...needed
      .filter((one) => !own.has(one))
      .map((one) => fixedItem(one, one.isType)),
    {
      kind: "constant",
      exported: true,
      name,
      comment: comment(
        "Checks values of the schemas of this module, also where someone else states them.",
      ),
      type: "SchemaValidator",
      value: ["/* @__PURE__ */ schemaValidator(", list("[", names, "]"), ")"],
    },
  ];
}

const makes = "/* @__PURE__ */ compiledSchema";

function schemaConstant(
  { name, type, schema, unchecked }: SchemaConstant,
  { types, guards }: SchemaModules,
): Item {
  const typeName = types === undefined ? type : `${types}.${type}`;
  const head = `export const ${name}: CompiledSchema<${typeName}> = ${makes}(`;
  // Where the head is too long for one line, all else moves in.
  const { width = 80, indent: step } = prettierLayout;
  const margin = " ".repeat(head.length > width ? 2 * step : step);
  const [first = "", ...rows] = printJsonExpression(
    objectOf(schema),
    margin,
  ).split("\n");
  const parts = unchecked.map(describeUnchecked);
  const args: Doc[] = [
    lines(first, ...rows.map((row) => row.slice(margin.length))),
    named(`validate${type}`, guards),
    ...(parts.length === 0 ? [] : [list("[", parts.map(quote), "]")]),
  ];
  return {
    kind: "constant",
    exported: true,
    name,
    type: ["CompiledSchema<", named(type, types), ">"],
    value: rows.length === 0 ? call(makes, args) : brokenCall(makes, args),
    breaks: true,
  };
}

/** A call that never stands on one line. */
function brokenCall(name: string, args: readonly Doc[]): Doc {
  const items = indent(softline, join([",", line], args));
  return brokenGroup(name, "(", items, ",", softline, ")");
}

/** Whoever lists a schema needs an object: it says what `true` and `false` say. */
function objectOf(schema: unknown): unknown {
  if (typeof schema !== "boolean") return schema;
  return schema ? {} : { not: {} };
}
