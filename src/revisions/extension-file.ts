import { InputError, type InputErrorCode } from "../base/diagnostics/error.ts";
import type { Environment } from "../base/fetch/proxy.ts";
import { isJsonObject } from "../base/json-object.ts";
import type {
  CoreImport,
  Declaration,
  ExtensionFacts,
  ExtensionModel,
  Type,
} from "../schema/model/index.ts";
import { isIdentifierName } from "../schema/model/identifier.ts";
import { sizeProblems } from "../schema/model/bounds/size.ts";
import { modelProblems } from "../schema/satisfiable/index.ts";
import { typesOfDeclaration } from "../schema/model/walk.ts";
import { fetchSchema, publicAddress } from "./fetch.ts";
import { parseJsonBytes, readJsonFile } from "../base/json-file.ts";
import { nameProblems } from "./names.ts";
import { schemaProblems } from "./shape.ts";

/** Reads the model of an extension from a file. Throws an `InputError`. */
export async function readExtensionModel(
  path: string,
): Promise<ExtensionModel> {
  return checkExtensionModel(readJsonFile(path, "invalid-model"), path);
}

/** Fetches the model of an extension. Throws an `InputError`. */
export async function fetchExtensionModel(
  address: string,
  env: Environment | undefined,
): Promise<ExtensionModel> {
  const origin = publicAddress(address);
  const bytes = await fetchSchema(address, { env });
  return checkExtensionModel(
    parseJsonBytes(bytes, origin, "invalid-model"),
    origin,
  );
}

/**
 * Checks that a value is the model of an extension: of the published shape, with names that
 * can stand in code and are declared or imported. Throws an `InputError`.
 */
export function checkExtensionModel(
  value: unknown,
  origin: string,
): ExtensionModel {
  if (isJsonObject(value) && "requests" in value && !("extension" in value))
    throw new InputError(
      "invalid-model",
      `${origin} is a revision of the protocol, and not an extension`,
      { hint: "name it as a revision, without --extension" },
    );
  const shape = schemaProblems(
    "src/revisions/extension.schema.json",
    value,
    origin,
  );
  // The published schema describes exactly this type.
  const model = value as ExtensionModel;
  const problems = shape.length > 0 ? shape : contentProblems(model);
  refuse(problems, origin, {
    code: "invalid-model",
    what: "an extension",
    format: "mcp-gen/extension.schema.json",
  });
  return model;
}

/** Reads a file of facts of an extension. Throws an `InputError`. */
export function readExtensionFacts(path: string): ExtensionFacts {
  return checkExtensionFacts(readJsonFile(path, "invalid-facts"), path);
}

/** Checks that a value is facts of an extension. Throws an `InputError`. */
export function checkExtensionFacts(
  value: unknown,
  origin: string,
): ExtensionFacts {
  const schema = "src/revisions/extension-facts.schema.json";
  const shape = schemaProblems(schema, value, origin);
  const problems =
    shape.length > 0 ? shape : behaviourProblems(value as ExtensionFacts);
  refuse(problems, origin, {
    code: "invalid-facts",
    what: "facts of an extension",
    format: "mcp-gen/extension-facts.schema.json",
  });
  const { $schema: _, ...facts } = value as ExtensionFacts & {
    $schema?: string;
  };
  return facts;
}

// As many problems as someone reads before mending the first.
const shown = 10;

function refuse(
  problems: readonly string[],
  origin: string,
  {
    code,
    what,
    format,
  }: { code: InputErrorCode; what: string; format: string },
): void {
  if (problems.length === 0) return;
  const rest = problems.length - shown;
  const list = problems.slice(0, shown).concat(rest > 0 ? `${rest} more` : []);
  throw new InputError(code, `${origin} is not ${what}: ${list.join("; ")}`, {
    hint: `its format is ${format}`,
  });
}

/** What of a behaviour cannot be imported: it stands in code as it is. */
function behaviourProblems({ behaviour }: ExtensionFacts): string[] {
  if (behaviour === undefined) return [];
  const { module, name } = behaviour;
  return [
    ...(/^[a-z][a-z-]*$/.test(module)
      ? []
      : [
          `behaviour.module ${JSON.stringify(module)} is no entry of the runtime`,
        ]),
    ...(isIdentifierName(name)
      ? []
      : [`behaviour.name ${JSON.stringify(name)} is no name of a function`]),
  ];
}

function contentProblems({
  declarations,
  imports,
  facts,
}: ExtensionModel): string[] {
  const behaviour = behaviourProblems(facts);
  if (behaviour.length > 0) return behaviour;
  const types = declarations.flatMap((one) => [...typesOfDeclaration(one)]);
  const all = [
    ...imports.flatMap((one) => standIns(one, types)),
    ...declarations,
  ];
  const names = nameProblems({
    declarations: all,
    requests: [],
    notifications: [],
    errors: [],
  });
  if (names.length > 0) return names;
  const sizes = sizeProblems(declarations).map(
    ({ name, problem }) => `"${name}" ${problem}`,
  );
  return sizes.length > 0 ? sizes : modelProblems(all);
}

/** What a name of the core may be, by how it is used: which of it is true, the core says. */
function standIns({ name }: CoreImport, types: readonly Type[]): Declaration[] {
  const members = types.flatMap((type) =>
    type.kind === "enumMember" && type.enum === name ? [type.member] : [],
  );
  const isConstant = types.some(
    (type) => type.kind === "constant" && type.name === name,
  );
  const unique = [...new Set(members)].map((member) => ({
    name: member,
    value: member,
  }));
  return [
    unique.length > 0
      ? { kind: "enum", name, members: unique }
      : { kind: "interface", name, extends: [], properties: [] },
    ...(isConstant ? [{ kind: "constant", name, value: "" } as const] : []),
  ];
}
