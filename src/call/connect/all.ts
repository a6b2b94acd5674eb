import type { ClientEndpoint, ClientSettings } from "../../runtime/index.ts";
import type { CallOptions } from "../../runtime/peer/caller.ts";
import type { JsonObject } from "../../runtime/wire/message.ts";

/** A client of every bundled revision, by method: which there are is known when it is connected. */
export interface AnyClient extends ClientEndpoint<JsonObject, JsonObject> {
  request(
    method: string,
    params?: object,
    options?: CallOptions,
  ): Promise<JsonObject>;
  notification(method: string, params?: object): Promise<void>;
}

/** What the package ships for all revisions together, as far as it is used here. */
interface AllRevisions {
  readonly createClient: (settings: ClientSettings) => AnyClient;
  /** Newest first. */
  readonly revisions: readonly string[];
}

/** Loads the client that the package ships, when it is needed. */
export async function loadRevisions(): Promise<AllRevisions> {
  // As text, because it lies outside of what is compiled here; the build leads it to
  // where the package has it.
  return import("../../../generated/index.js" as string);
}
