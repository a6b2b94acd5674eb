import { isJsonObject } from "../../../base/json-object.ts";
import {
  isSince,
  latestDialect,
  readDialect,
  type Dialect,
} from "../dialect.ts";
import { quoted, SchemaError, type SchemaPath } from "../error.ts";
import { subschemasOf } from "../keywords.ts";

/** A schema as it was written, and where it is. */
export interface Place {
  readonly schema: unknown;
  readonly path: SchemaPath;
  readonly scope: Scope;
}

/** By what a schema is read. */
export interface Scope {
  readonly resource: Resource;
  readonly dialect: Dialect;
}

/** A schema with an address of its own, or the whole. */
export interface Resource {
  /** Its address, absolute and without a fragment. */
  readonly uri: string;
  /** What has a name in it. */
  readonly anchors: Map<string, Place>;
  /** What has a name in it that others may take over; the whole has the name "". */
  readonly dynamic: Map<string, Place>;
}

/** All that references within a schema can lead to. */
export interface Resources {
  readonly root: Place;
  /** The whole of each resource, by address. */
  readonly byUri: ReadonlyMap<string, Place>;
  /** Of each schema that begins a resource or another dialect. */
  readonly scopes: ReadonlyMap<object, Scope>;
  /** What `id` names where no dialect says what that is: taken where nothing else is found. */
  readonly aliases: ReadonlyMap<string, Place>;
}

/** What addresses are relative to where the whole has none: nobody can name it. */
const nowhere = "json-schema://schema/";

/** Finds what has an address or a name in a schema. */
export function indexResources(schema: unknown): Resources {
  const byUri = new Map<string, Place>();
  const scopes = new Map<object, Scope>();
  const aliases = new Map<string, Place>();
  const dialect = rootDialect(schema);
  const isNamed = isJsonObject(schema) && typeof schema["$schema"] === "string";
  const root = begin(schema, [], nowhere, dialect);
  visit(root);
  return { root, byUri, scopes, aliases };

  function begin(
    one: unknown,
    path: SchemaPath,
    base: string,
    ofDialect: Dialect,
  ): Place {
    const id = identifierOf(one, ofDialect);
    const uri = (id === undefined ? base : absolute(id, base)) ?? base;
    const resource: Resource = { uri, anchors: new Map(), dynamic: new Map() };
    const scope = { resource, dialect: ofDialect };
    const place: Place = { schema: one, path, scope };
    if (!byUri.has(uri)) byUri.set(uri, place);
    if (isJsonObject(one)) scopes.set(one, scope);
    return place;
  }

  function visit(place: Place): void {
    if (!isJsonObject(place.schema)) return;
    addNames(place, place.schema);
    const { dialect: by } = place.scope;
    for (const { schema: child, path } of subschemasOf(place.schema, by))
      visit(placeUnder(child, [...place.path, ...path], place.scope));
  }

  function placeUnder(child: unknown, path: SchemaPath, scope: Scope): Place {
    if (!isJsonObject(child)) return { schema: child, path, scope };
    const named = child["$schema"];
    const known = typeof named === "string" ? readDialect(named) : undefined;
    const dialectOf = known ?? scope.dialect;
    const id = identifierOf(child, dialectOf);
    if (id !== undefined) {
      if (typeof named === "string" && known === undefined)
        throw unknownDialect(named, path);
      return begin(child, path, scope.resource.uri, dialectOf);
    }
    if (dialectOf === scope.dialect) return { schema: child, path, scope };
    const own = { ...scope, dialect: dialectOf };
    scopes.set(child, own);
    return { schema: child, path, scope: own };
  }

  function addNames(
    place: Place,
    one: Readonly<Record<string, unknown>>,
  ): void {
    const { anchors, dynamic, uri } = place.scope.resource;
    const { dialect: by } = place.scope;
    for (const name of anchorsOf(one, by)) add(anchors, name, place);
    const ofAll = one["$dynamicAnchor"];
    if (typeof ofAll === "string" && by === "2020-12") {
      add(anchors, ofAll, place);
      add(dynamic, ofAll, place);
    }
    if (one["$recursiveAnchor"] === true && by === "2019-09")
      add(dynamic, "", place);
    const alias = one["id"];
    if (isNamed || typeof alias !== "string") return;
    const address = splitReference(alias, uri);
    if (address !== undefined) add(aliases, joined(address), place);
  }
}

function add(names: Map<string, Place>, name: string, place: Place): void {
  if (!names.has(name)) names.set(name, place);
}

function rootDialect(schema: unknown): Dialect {
  if (!isJsonObject(schema)) return latestDialect;
  const { $schema: named, $vocabulary: needed } = schema;
  const dialect = named == null ? latestDialect : dialectNamed(named);
  if (isJsonObject(needed) && dialect !== undefined)
    for (const [uri, isNeeded] of Object.entries(needed))
      if (isNeeded === true && !officialVocabulary.test(uri))
        throw new SchemaError(
          "unknown-vocabulary",
          ["$vocabulary", uri],
          "it needs a $vocabulary that is not known",
        );
  return dialect;
}

const officialVocabulary =
  /^https:\/\/json-schema\.org\/draft\/20\d\d-\d\d\/vocab\//;

function dialectNamed(named: unknown): Dialect {
  if (typeof named !== "string")
    throw new SchemaError("invalid-schema", ["$schema"], "it is no text");
  const dialect = readDialect(named);
  if (dialect === undefined) throw unknownDialect(named, []);
  return dialect;
}

function unknownDialect(named: string, path: SchemaPath): SchemaError {
  return new SchemaError(
    "unknown-vocabulary",
    [...path, "$schema"],
    `it names a dialect or a $vocabulary that is not known: ${quoted(named)}`,
    "2020-12, 2019-09, draft-07, draft-06 and draft-04 are: https://json-schema.org/draft/2020-12/schema",
  );
}

/** What gives a schema an address of its own; undefined where it has none. */
function identifierOf(schema: unknown, dialect: Dialect): string | undefined {
  if (!isJsonObject(schema)) return undefined;
  const isHidden = !isSince(dialect, "2019-09") && isReference(schema);
  const id = schema[dialect === "draft-04" ? "id" : "$id"];
  if (isHidden || typeof id !== "string" || id.startsWith("#"))
    return undefined;
  return id;
}

function isReference(schema: Readonly<Record<string, unknown>>): boolean {
  return typeof schema["$ref"] === "string";
}

/** The names that a schema has in its resource. */
function anchorsOf(
  schema: Readonly<Record<string, unknown>>,
  dialect: Dialect,
): string[] {
  if (isSince(dialect, "2019-09")) {
    const name = schema["$anchor"];
    return typeof name === "string" ? [name] : [];
  }
  const id = schema[dialect === "draft-04" ? "id" : "$id"];
  if (typeof id !== "string" || isReference(schema)) return [];
  const [, name] = /#([^/].*)$/.exec(id) ?? [];
  return name === undefined ? [] : [name];
}

/** An address without its fragment; undefined for what is none. */
function absolute(reference: string, base: string): string | undefined {
  try {
    const url = new URL(reference, base);
    url.hash = "";
    return url.href.replace(/#$/, "");
  } catch {
    return undefined;
  }
}

/** An address and its fragment; undefined for what is no address. */
export function splitReference(
  reference: string,
  base: string,
): { uri: string; fragment: string } | undefined {
  const at = reference.indexOf("#");
  const fragment = at < 0 ? "" : reference.slice(at + 1);
  const before = at < 0 ? reference : reference.slice(0, at);
  const uri = before === "" ? base : absolute(before, base);
  return uri === undefined ? undefined : { uri, fragment };
}

/** An address with its fragment, in one spelling. */
export function joined(address: { uri: string; fragment: string }): string {
  return `${address.uri}#${address.fragment}`;
}
