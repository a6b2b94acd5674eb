import type { ImportExtension, Target } from "../../../emit/print/module.ts";
import type { Format } from "../flags.ts";

/** The options of `server`, as commander reads them. */
export interface ServerFlags {
  out: string;
  name?: string;
  runtime?: string;
  target?: Target;
  importExtension?: ImportExtension;
  docs?: boolean;
  check?: true;
  force?: true;
  format: Format;
}
