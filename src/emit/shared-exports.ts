import type { ReexportItem } from "./print/module.ts";

/** What a call rejects with, and what connects the two sides in one process. */
const values = [
  "CancelledError",
  "connect",
  "InvalidMessageError",
  "ProtocolError",
  "TimeoutError",
  "TransportError",
];

const types = [
  "CallOptions",
  "CallOutcome",
  "InterceptedCall",
  "Interceptor",
  "Transport",
];

/** Re-exports of what every stub needs of the runtime; a name that is taken is left out. */
export function sharedExports(
  runtime: string,
  isTaken: (name: string) => boolean = () => false,
): ReexportItem[] {
  const passedOn = (
    names: readonly string[],
    isType: boolean,
  ): ReexportItem => ({
    kind: "reexport",
    types: isType,
    names: names.filter((name) => !isTaken(name)).map((name) => ({ name })),
    from: runtime,
  });
  const items = [passedOn(values, false), passedOn(types, true)];
  return items.filter(({ names = [] }) => names.length > 0);
}
