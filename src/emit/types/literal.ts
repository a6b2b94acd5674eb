import { quote } from "../print/names.ts";

export function printLiteral(value: string | number | boolean): string {
  return typeof value === "string" ? quote(value) : String(value);
}
