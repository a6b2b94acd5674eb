import type {
  Direction,
  MethodResult,
  Protocol,
  RequestMethod,
} from "../../schema/model/index.ts";
import { asksForInput } from "../../schema/model/input.ts";
import { guardedSchemas } from "../guards/index.ts";
import {
  acceptsAnything,
  referredName,
  type Definitions,
} from "../guards/scope/schemas.ts";
import type { JsonSchema } from "../json-schema/index.ts";
import { residual } from "./residual.ts";

/** A method whose values need a guard of the older revision on their way there. */
export interface Crossing {
  readonly method: string;
  /** The older revision's type of what is sent. */
  readonly type: string;
  /** What of that type is left to be checked; absent where all of it is. */
  readonly left?: JsonSchema;
}

/** What the two sides send that the other revision's guard may refuse. */
export type Crossings = Readonly<Record<"server" | "client", Crossing[]>>;

const toServer: readonly Direction[] = ["clientToServer", "both"];
const toClient: readonly Direction[] = ["serverToClient", "embedded"];

/**
 * Looks at each method of both revisions: whether every value of the newer one's
 * type is one of the older one's. Where that is not sure, the value has to be
 * looked at. A server sends results, and params of what it asks; a client the
 * reverse.
 */
export function crossings(newer: Protocol, older: Protocol): Crossings {
  const [from, to] = [guardedSchemas(newer), guardedSchemas(older)];
  const pairs = older.requests.flatMap((request) => {
    const same = newer.requests.find(({ method }) => method === request.method);
    return same === undefined ? [] : [{ newer: same, older: request }];
  });

  function crossing(method: string, name: string, type: string): Crossing[] {
    const sent = withoutLifecycle({ $ref: name }, from);
    const expected = withoutLifecycle({ $ref: type }, to);
    const left = residual(sent, expected, from, to);
    if (left === undefined) return [{ method, type }];
    return acceptsAnything(left) ? [] : [{ method, type, left }];
  }

  const params = (directions: readonly Direction[]): Crossing[] =>
    pairs
      .filter((pair) => travels(pair, directions))
      .flatMap(({ newer, older }) =>
        crossing(older.method, newer.params.name, older.params.name),
      );
  const results = (directions: readonly Direction[]): Crossing[] =>
    pairs
      .filter((pair) => travels(pair, directions))
      .flatMap(({ newer, older }) => {
        const [sent, expected] = [mainResult(newer), mainResult(older)];
        return sent === undefined || expected === undefined
          ? []
          : crossing(older.method, sent.name, expected.name);
      });
  return {
    server: [...results(toServer), ...params(toClient)],
    client: [...params(toServer), ...results(toClient)],
  };
}

interface Pair {
  readonly newer: RequestMethod;
  readonly older: RequestMethod;
}

function travels(
  { newer, older }: Pair,
  directions: readonly Direction[],
): boolean {
  return [newer, older].every(({ direction }) =>
    directions.includes(direction),
  );
}

/** The result of a method where neither input nor anything else is asked for. */
function mainResult({ results }: RequestMethod): MethodResult | undefined {
  return results.findLast(
    (result) =>
      !asksForInput(result) &&
      (result.when === undefined || result.when.orAbsent === true),
  );
}

/** Fields that the runtime adds or takes away, depending on the lifecycle. */
const ofLifecycle: ReadonlySet<string> = new Set([
  "_meta",
  "resultType",
  "ttlMs",
  "cacheScope",
]);

/** The outermost object of a type, without what its lifecycle governs. */
function withoutLifecycle(
  schema: JsonSchema,
  definitions: Definitions,
): JsonSchema {
  const name = referredName(schema);
  const target = name === undefined ? undefined : definitions.get(name);
  if (target !== undefined) return withoutLifecycle(target, definitions);
  const { anyOf, allOf, properties, required } = schema;
  const inner = (one: JsonSchema): JsonSchema =>
    withoutLifecycle(one, definitions);
  return {
    ...schema,
    ...(anyOf && { anyOf: anyOf.map(inner) }),
    ...(allOf && { allOf: allOf.map(inner) }),
    ...(required && { required: required.filter(isOwn) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).filter(([key]) => isOwn(key)),
      ),
    }),
  };
}

function isOwn(name: string): boolean {
  return !ofLifecycle.has(name);
}
