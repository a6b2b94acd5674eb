import type { Protocol, Source } from "../model/index.ts";
import { load } from "../spec/load.ts";
import { bundledRevisions } from "../spec/revisions.ts";

/** A bundled revision: where it came from, and how much it holds. */
export interface RevisionInfo {
  id: string;
  /** The revision that it equals in all but its id. */
  aliasOf?: string;
  source: Required<Source>;
  lifecycle: Protocol["lifecycle"];
  declarations: number;
  requests: number;
  notifications: number;
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
