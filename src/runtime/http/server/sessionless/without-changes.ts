import { isObject, type JsonObject } from "../../../protocol/message.ts";

/** What is declared where no client can be told of a change: nothing of changes. */
export function withoutChanges(capabilities: JsonObject): JsonObject {
  const declared = Object.entries(capabilities).map(
    ([name, one]): [string, unknown] => {
      if (!isObject(one)) return [name, one];
      const { listChanged, subscribe, ...rest } = one;
      return [name, rest];
    },
  );
  return Object.fromEntries(declared);
}
