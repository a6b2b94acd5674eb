import {
  deriveRevision,
  type DeriveRevisionOptions,
} from "../../../src/revisions/derive.ts";
import type { Diagnostic } from "../../../src/base/diagnostics/diagnostic.ts";
import type { Protocol } from "../../../src/schema/model/index.ts";
import { parseSchema } from "../../../src/schema/parse/index.ts";

export interface Derived {
  readonly protocol: Protocol;
  readonly diagnostics: readonly Diagnostic[];
}

/** Derives the protocol of a schema that parses without diagnostics. */
export function derive(
  text: string,
  options: Partial<DeriveRevisionOptions> = {},
): Derived {
  const parsed = parseSchema({ path: "schema.ts", text });
  if (parsed.diagnostics.length > 0)
    throw new Error(JSON.stringify(parsed.diagnostics, null, 2));
  return deriveRevision(parsed.declarations, { revision: "test", ...options });
}

/** The envelope that most schemas share. */
export const envelope = `
interface Request { method: string; params?: { _meta?: { token?: string }; [key: string]: any } }
interface Notification { method: string; params?: { _meta?: object; [key: string]: any } }
interface Result { _meta?: object }
`;
