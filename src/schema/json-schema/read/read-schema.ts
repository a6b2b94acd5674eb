import type {
  NormalSchema,
  SchemaDocument,
  Unchecked,
} from "../../model/json-schema.ts";
import { copyJson } from "../copy.ts";
import type { SchemaPath } from "../error.ts";
import { defaultLimits, type SchemaLimits } from "../limits.ts";
import { indexResources } from "../places/resources.ts";
import { createPatternJudge, type PatternJudge } from "../patterns/judge.ts";
import { noBindings } from "./bindings.ts";
import type { ReadContext } from "./context.ts";
import { spreadLooseness, type Loosened } from "./loosen.ts";
import { checkNesting } from "./nesting.ts";
import { readNode } from "./node.ts";
import { createReferences } from "./references.ts";

/** How a schema is read. */
export interface ReadSchemaOptions {
  /** What is larger is refused; each unless given is that of `defaultLimits`. */
  readonly limits?: Partial<SchemaLimits>;
  /**
   * What judges patterns: one for many schemas bounds what all of their patterns cost
   * together. Each schema has one of its own unless given.
   */
  readonly judgePattern?: PatternJudge;
}

/**
 * Reads a JSON Schema of 2020-12, 2019-09, draft-07, draft-06 or draft-04 into its normal
 * form, by what its `$schema` says; one that names no dialect is of 2020-12. It is not
 * changed, and nothing is fetched. Throws a SchemaError for what is no schema, refers
 * elsewhere or is larger than the limits.
 *
 * @see {@link https://json-schema.org/draft/2020-12/json-schema-core | JSON Schema Core}
 */
export function readSchema(
  schema: unknown,
  options: ReadSchemaOptions = {},
): SchemaDocument {
  const limits = { ...defaultLimits, ...options.limits };
  const copy = copyJson(schema, limits);
  let evaluatesItems: boolean | undefined;
  const resources = indexResources(copy);
  const unchecked: Unchecked[] = [];
  const loosened: Loosened = { loose: new Set(), silent: new Set() };
  const paths = new Map<NormalSchema, SchemaPath>();
  const references = createReferences(resources);
  const context: ReadContext = {
    ...references,
    evaluatesItems: () =>
      (evaluatesItems ??= JSON.stringify(copy).includes('"unevaluatedItems"')),
    judgePattern: options.judgePattern ?? createPatternJudge(),
    loosen(normal, part, isSilent = false) {
      unchecked.push(part);
      loosened.loose.add(normal);
      if (isSilent) loosened.silent.add(normal);
    },
    note: (normal, path) => paths.set(normal, path),
  };
  const root = readNode(resources.root, noBindings, context);
  const definitions = new Map<string, NormalSchema>();
  // It grows while it is gone through.
  for (const { name, place, bindings, isRoot } of references.referred)
    definitions.set(name, isRoot ? root : readNode(place, bindings, context));
  const document = { root, definitions, unchecked };
  checkNesting(document, paths, limits);
  spreadLooseness(loosened, document, paths, (part) => unchecked.push(part));
  return document;
}
