import { sha256 } from "../../base/digest.ts";

/** A name of any length as one of limited length that is as good as unique. */
export function shortKey(name: string): string {
  return name.length > 100 ? `sha256 ${sha256(name)}` : name;
}
