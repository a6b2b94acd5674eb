import type { Protocol } from "../model/index.ts";

/** The model itself, as JSON that other programs can generate from. */
export function printProtocol(protocol: Protocol): string {
  return JSON.stringify(protocol, undefined, 2) + "\n";
}
