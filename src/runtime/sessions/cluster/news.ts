import { isObject, type JsonObject } from "../../protocol/message.ts";
import type { SessionEnd } from "../../peer/interceptor.ts";
import type { StreamReader } from "../stream-store.ts";
import type { FeatureName } from "./feature-rules.ts";

/** Messages between the processes of a cluster. `session` is the stream prefix of a session. */
export type News =
  /** Cached data of the session is outdated. */
  | { readonly kind: "changed"; readonly session: string }
  | {
      readonly kind: "ended";
      readonly session: string;
      readonly why: SessionEnd;
    }
  /** A response or progress notification of the client for a request of the receiving process. */
  | {
      readonly kind: "answer";
      readonly session: string;
      readonly value: unknown;
    }
  /** The client cancelled a request that another process may be handling. */
  | {
      readonly kind: "cancel";
      readonly session: string;
      readonly value: unknown;
    }
  /** The stream has new events for its reader. */
  | { readonly kind: "wake"; readonly stream: string }
  /** Another reader has replaced `reader`. */
  | { readonly kind: "taken"; readonly stream: string; readonly reader: string }
  /** The client reads the stream in another process, no longer in the process that writes it. */
  | {
      readonly kind: "moved";
      readonly stream: string;
      readonly reader: StreamReader;
    }
  /** The stream has no reader any more. */
  | { readonly kind: "free"; readonly stream: string }
  /** The server published a change notification. */
  | {
      readonly kind: "change";
      readonly method: string;
      readonly params: JsonObject | undefined;
    }
  /**
   * A feature list changed only for clients that can see these features; each process applies
   * its own rules.
   */
  | {
      readonly kind: "hidden change";
      readonly method: string;
      readonly features: readonly FeatureName[];
    }
  /** The sender could not publish all of its changes: treat its messages as lost. */
  | { readonly kind: "missed" }
  /** The sender is alive, although it may have been declared dead. */
  | { readonly kind: "back" }
  /** The sender is closing and owns no session any more. */
  | { readonly kind: "leaving" }
  /** The sender writes no stream any more. */
  | { readonly kind: "left" };

/** Message of one kind. */
export type NewsOf<Kind extends News["kind"]> = Extract<
  News,
  { readonly kind: Kind }
>;

/** Handlers for each kind of message. */
export type NewsHearers = {
  readonly [Kind in News["kind"]]: (news: NewsOf<Kind>, from: string) => void;
};

/** Calls the handler for a message. Ignores kinds that a newer version sends. */
export function hearNews(
  hearers: NewsHearers,
  text: string,
  from: string,
): void {
  const news: unknown = JSON.parse(text);
  const kind = isObject(news) ? news["kind"] : undefined;
  if (typeof kind !== "string" || !Object.hasOwn(hearers, kind)) return;
  // All processes run the same program, so only the kind is checked.
  const hear = hearers[kind as News["kind"]] as (
    told: unknown,
    from: string,
  ) => void;
  hear(news, from);
}
