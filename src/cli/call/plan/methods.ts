import { createSchemas } from "../../../emit/json-schema/index.ts";
import type {
  NotificationMethod,
  Protocol,
} from "../../../schema/model/index.ts";
import type { Place } from "../params/schema.ts";

/** What a client can send in one revision. */
export interface Methods {
  readonly revision: string;
  readonly requests: readonly string[];
  readonly notifications: readonly string[];
  /** What only a server sends, or asks within its answers. */
  readonly serversOwn: readonly string[];
  /** The schema of a method's params. */
  paramsOf(method: string): Place;
}

export function methodsOf(protocol: Protocol): Methods {
  const { requests, notifications } = protocol;
  const sent = (all: readonly NotificationMethod[]): string[] =>
    all
      .filter(({ direction }) => ["clientToServer", "both"].includes(direction))
      .map(({ method }) => method);
  const all = [...requests, ...notifications];
  return {
    revision: protocol.revision,
    requests: sent(requests),
    notifications: sent(notifications),
    serversOwn: all
      .filter(({ direction }) =>
        ["serverToClient", "embedded"].includes(direction),
      )
      .map(({ method }) => method),
    paramsOf(method) {
      const params = all.find((one) => one.method === method)?.params;
      if (params === undefined) return { schema: {}, root: {} };
      const { definitions, schemaOf } = createSchemas(protocol, {
        flavor: "corrected",
        docs: false,
      });
      const schema = schemaOf(
        params.type ?? { kind: "reference", name: params.name },
      );
      return { schema, root: { $defs: Object.fromEntries(definitions) } };
    },
  };
}
