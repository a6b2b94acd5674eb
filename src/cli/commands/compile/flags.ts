import type { Format } from "../flags.ts";

/** The options of `compile`, as commander reads them. */
export interface CompileFlags {
  out?: string;
  check?: true;
  force?: true;
  docs: boolean;
  format: Format;
}
