import type { JsonObject } from "../message.ts";
import type { Received } from "../received.ts";
import type { Eventual } from "../when-ready.ts";

/** Refuses a request, and tells the client how to be let in. */
export interface Challenge {
  /** 400: what you show is malformed. 401: who are you? 403: you may not. */
  readonly status: 400 | 401 | 403;
  /** The `WWW-Authenticate` header, such as `Bearer resource_metadata="…"`. */
  readonly challenge: string;
  /** More headers of the answer. */
  readonly headers?: { readonly [name: string]: string } | undefined;
}

/** Asks who sends messages for the scopes that they need: `protect` brings it. */
export interface Permit {
  /** The scopes that messages need: all, so that one challenge names them. */
  needs(
    messages: readonly Received[],
    offered: Offered,
  ): Eventual<readonly string[]>;
  /** Refuses who does not have these scopes. */
  lacks(scopes: readonly string[]): Challenge | undefined;
  /** Whether a resource may be read. */
  mayRead(uri: string, offered: Offered): Eventual<boolean>;
  /** Whether a message may be told now that was kept, as JSON. */
  mayHear(kept: string, offered: Offered): Eventual<boolean>;
}

/** What a server offers, as one sees it who asks for scopes. */
export interface Offered {
  /** Whether any feature names scopes. */
  readonly isScoped: boolean;
  /** The features of a list, by the name that results have for it: `tools`. */
  list(name: string): OfferedList | undefined;
}

export interface OfferedList {
  /** The feature of that key, if there is one. */
  find(key: string): OfferedFeature | undefined;
  /** All of them. */
  all(): readonly OfferedFeature[];
}

/** A feature, whatever its kind. */
export interface OfferedFeature {
  /** What clients see of it in lists. */
  readonly listed: JsonObject;
  /** Whether it is listed as somebody else has described it, whatever a revision knows of that. */
  readonly isDescribed?: boolean;
}
