import { readFileSync } from "node:fs";
import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { errata } from "../../../src/revisions/overrides/errata.ts";
import { holds } from "../../../src/revisions/overrides/index.ts";
import { fits } from "../differences.ts";
import { officialJsonSchema, officialRevisions } from "../spec.ts";

/** Says why a value is not of a type; nothing where the schema has no such type. */
export type SchemaVerdict = (
  type: string,
  value: unknown,
) => string | undefined;

interface Document {
  readonly $id?: string;
  readonly $defs?: Readonly<Record<string, unknown>>;
  readonly definitions?: Readonly<Record<string, unknown>>;
}

/** Judges by the schema.json that is generated for a revision. */
export function generatedSchema(revision: string): SchemaVerdict {
  const file = new URL(
    `../../../generated/${revision}/schema.json`,
    import.meta.url,
  );
  const validators = compile(JSON.parse(readFileSync(file, "utf8")));
  return (type, value) => {
    const validate = validators(type);
    if (!validate || validate(value)) return undefined;
    return describe(validate.errors ?? []);
  };
}

/**
 * Judges by the published schema.json, where it is at hand, but for its errata:
 * a value that fails at the place of an erratum is let pass, as the generated
 * schema is right there.
 */
export function officialSchema(revision: string): SchemaVerdict {
  if (!officialRevisions().includes(revision)) return () => undefined;
  const validators = compile(JSON.parse(officialJsonSchema(revision)));
  const known = errata
    .filter((erratum) => holds(erratum, revision))
    .flatMap(({ pointers }) => pointers);
  return (type, value) => {
    const validate = validators(type);
    if (!validate || validate(value)) return undefined;
    const errors = validate.errors ?? [];
    const isKnown = errors.some((error) =>
      known.some((pattern) => fits(pointerOf(type, error), pattern)),
    );
    return isKnown ? undefined : describe(errors);
  };
}

function compile(
  document: Document,
): (type: string) => ValidateFunction | undefined {
  const options = {
    strict: false,
    allErrors: true,
    ownProperties: true,
    validateFormats: false,
  };
  const isDraft7 = document.definitions !== undefined;
  const ajv = isDraft7 ? new Ajv(options) : new Ajv2020(options);
  const id = document.$id ?? "urn:test:official";
  ajv.addSchema({ ...document, $id: id });
  const place = isDraft7 ? "definitions" : "$defs";
  const names = new Set(Object.keys(document[place] ?? {}));
  return (type) =>
    names.has(type) ? ajv.getSchema(`${id}#/${place}/${type}`) : undefined;
}

/** Where in the corrected document the failed keyword stands. */
function pointerOf(type: string, { schemaPath }: ErrorObject): string {
  const [, path = ""] = schemaPath.split("#");
  // In the type itself the path starts at the type, in others at the root.
  const isRooted =
    path.startsWith("/definitions/") || path.startsWith("/$defs/");
  return isRooted
    ? path.replace("/definitions/", "/$defs/")
    : `/$defs/${type}${path}`;
}

function describe(errors: readonly ErrorObject[]): string {
  const lines = errors.map(({ instancePath, message, params }) => {
    const place = instancePath === "" ? "the value" : instancePath;
    return `${place} ${message ?? "is refused"} ${JSON.stringify(params)}`;
  });
  return lines.slice(0, 4).join("; ");
}
