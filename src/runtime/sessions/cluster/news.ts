import { isObject, type JsonObject } from "../../protocol/message.ts";
import type { SessionEnd } from "../../peer/interceptor.ts";
import type { StreamReader } from "../stream-store.ts";
import type { FeatureName } from "./feature-rules.ts";

/** What processes tell each other of sessions and their streams. Sessions have the name that their streams begin with. */
export type News =
  /** What is known of it elsewhere is old. */
  | { readonly kind: "changed"; readonly session: string }
  | {
      readonly kind: "ended";
      readonly session: string;
      readonly why: SessionEnd;
    }
  /** Its client answers what the process asked, or tells how far it is. */
  | {
      readonly kind: "answer";
      readonly session: string;
      readonly value: unknown;
    }
  /** Its client takes back a request, which somebody else may work on. */
  | {
      readonly kind: "cancel";
      readonly session: string;
      readonly value: unknown;
    }
  /** There is more to read. */
  | { readonly kind: "wake"; readonly stream: string }
  /** Another reads it from now on. */
  | { readonly kind: "taken"; readonly stream: string; readonly reader: string }
  /** Its client reads it elsewhere, and no longer where it is written. */
  | {
      readonly kind: "moved";
      readonly stream: string;
      readonly reader: StreamReader;
    }
  /** Nobody reads it any more. */
  | { readonly kind: "free"; readonly stream: string }
  /** A server told of a change. */
  | {
      readonly kind: "change";
      readonly method: string;
      readonly params: JsonObject | undefined;
    }
  /** The list of a server has changed for some alone: for those who may see these, as each process judges. */
  | {
      readonly kind: "hidden change";
      readonly method: string;
      readonly features: readonly FeatureName[];
    }
  /** More has changed than the process could tell: its messages count as lost. */
  | { readonly kind: "missed" }
  /** The process may have been taken for gone, and goes on. */
  | { readonly kind: "back" }
  /** The process keeps no session any more: it is closing. */
  | { readonly kind: "leaving" }
  /** The process writes nothing any more. */
  | { readonly kind: "left" };

/** One kind of news. */
export type NewsOf<Kind extends News["kind"]> = Extract<
  News,
  { readonly kind: Kind }
>;

/** What hears each kind. */
export type NewsHearers = {
  readonly [Kind in News["kind"]]: (news: NewsOf<Kind>, from: string) => void;
};

/** Hands news to who hears its kind. What a newer program tells is not understood, and dropped. */
export function hearNews(
  hearers: NewsHearers,
  text: string,
  from: string,
): void {
  const news: unknown = JSON.parse(text);
  const kind = isObject(news) ? news["kind"] : undefined;
  if (typeof kind !== "string" || !Object.hasOwn(hearers, kind)) return;
  // What processes of one program write, they can read: the kind says the rest.
  const hear = hearers[kind as News["kind"]] as (
    told: unknown,
    from: string,
  ) => void;
  hear(news, from);
}
