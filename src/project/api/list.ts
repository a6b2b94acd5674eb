import type { Protocol, Source } from "../../schema/model/index.ts";
import { load } from "../../revisions/load.ts";
import { bundledRevisions } from "../../revisions/revisions.ts";

/** A bundled revision: where it came from, and how much it holds. */
export interface RevisionInfo {
  /** Its name, such as `2025-11-25`. */
  id: string;
  /** The revision that it equals in all but its id. */
  aliasOf?: string;
  /** Where its schema is from. */
  source: Required<Source>;
  /** Whether it opens with a handshake, or each request stands alone. */
  lifecycle: Protocol["lifecycle"];
  /** How many types and constants it declares. */
  declarations: number;
  /** How many requests it has. */
  requests: number;
  /** How many notifications it has. */
  notifications: number;
  /** How many error codes it has. */
  errors: number;
}

/** The bundled revisions, oldest first. */
export async function list(): Promise<RevisionInfo[]> {
  return Promise.all(
    bundledRevisions().map(async ({ id, aliasOf, source }) => {
      const protocol = await load(id);
      return {
        id,
        ...(aliasOf === undefined ? {} : { aliasOf }),
        source,
        lifecycle: protocol.lifecycle,
        declarations: protocol.declarations.length,
        requests: protocol.requests.length,
        notifications: protocol.notifications.length,
        errors: protocol.errors.length,
      };
    }),
  );
}
