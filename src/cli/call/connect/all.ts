import type { ClientEndpoint, ClientSettings } from "../../../runtime/index.ts";
import type { ClientTasks, TasksOptions } from "../../../runtime/tasks.ts";
import type { CallOptions } from "../../../runtime/peer/caller.ts";
import type { JsonObject } from "../../../runtime/protocol/message.ts";

/** A client of every bundled revision, by method: which there are is known when it is connected. */
export interface AnyClient extends ClientEndpoint<JsonObject, JsonObject> {
  request(
    method: string,
    params?: object,
    options?: CallOptions,
  ): Promise<JsonObject>;
  notification(method: string, params?: object): Promise<void>;
  readonly tasks: ClientTasks<JsonObject, JsonObject>;
}

/** An extension, as far as it is used here. */
interface Extension {
  with(
    options: TasksOptions,
  ): NonNullable<ClientSettings["extensions"]>[number];
}

/** What the package ships for all revisions together, as far as it is used here. */
interface AllRevisions {
  readonly createClient: (settings: ClientSettings) => AnyClient;
  /** Newest first. */
  readonly revisions: readonly string[];
  /** The extension that every call may become part of. */
  readonly tasks: Extension;
}

/** Loads the client that the package ships, when it is needed. */
export async function loadRevisions(): Promise<AllRevisions> {
  // As text, because it lies outside of what is compiled here; the build leads it to
  // where the package has it.
  const all = await import("../../../../generated/index.js" as string);
  return {
    ...all,
    ...(await import("../../../../generated/extensions/tasks.js" as string)),
  };
}
