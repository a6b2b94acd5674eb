import { oneLine } from "../../protocol/errors.ts";

const longest = 80;

/** A value of the peer's as a message has it: on one line, and not long. */
export function quote(value: unknown): string {
  if (typeof value === "object" && value !== null) return "an object";
  const isLong = typeof value === "string" && value.length > longest;
  // Not cut after it is escaped: half an escape would be left.
  const short = isLong ? `${value.slice(0, longest)}…` : value;
  return oneLine(JSON.stringify(short) ?? "nothing");
}
