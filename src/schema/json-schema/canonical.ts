import { byCodeUnit } from "../../base/order.ts";

/**
 * The text of a JSON value with the keys of objects sorted: the same for equal values,
 * whatever their depth. Numbers are equal that are the same number: `1.0` is `1`.
 */
export function canonicalText(value: unknown): string {
  const text: string[] = [];
  // What is still to be written, last first; texts stand as they are.
  const rest: ({ value: unknown } | string)[] = [{ value }];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (typeof next === "string") text.push(next);
    else if (typeof next.value === "object" && next.value !== null)
      pushContainer(next.value, rest);
    else text.push(JSON.stringify(next.value));
  }
  return text.join("");
}

function pushContainer(
  value: object,
  rest: ({ value: unknown } | string)[],
): void {
  const isList = Array.isArray(value);
  const entries = isList
    ? value.map((item: unknown) => ["", item] as const)
    : Object.entries(value)
        .filter(([, child]) => child !== undefined)
        .sort(([left], [right]) => byCodeUnit(left, right))
        .map(([key, child]) => [`${JSON.stringify(key)}:`, child] as const);
  rest.push(isList ? "]" : "}");
  for (let at = entries.length - 1; at >= 0; at--) {
    const [key = "", child] = entries[at] ?? [];
    rest.push({ value: child }, `${at === 0 ? "" : ","}${key}`);
  }
  rest.push(isList ? "[" : "{");
}
