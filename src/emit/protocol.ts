import type { Protocol } from "../schema/model/index.ts";
import { prettierLayout, printJson } from "./print/json.ts";

/** The model itself, as JSON that other programs can generate from. */
export function printProtocol(protocol: Protocol): string {
  return `${printJson(Object.entries(protocol), prettierLayout)}\n`;
}
