import type { Awaitable } from "./answer.ts";
import { whenReady, type Eventual } from "./when-ready.ts";

/** Who asks, as far as the transport has proved it. */
export interface Viewer {
  readonly principal: string | undefined;
  /** What else `authorize` has found out. */
  readonly auth: unknown;
}

/**
 * Whether there is a feature for who asks: where not, it is neither listed nor
 * found by its name. What is "unlisted" is found by who knows its name.
 */
export type Visible = (viewer: Viewer) => Awaitable<boolean | "unlisted">;

/** Whether a client may read a resource. */
export type CanRead = (uri: string, viewer: Viewer) => Awaitable<boolean>;

/** Something that only some may see. */
export interface Guarded {
  readonly visible?: Visible | undefined;
}

/** Who a request is from, or what else a transport delivers. */
export function viewerOf({ principal, auth }: Partial<Viewer>): Viewer {
  return { principal, auth };
}

/** The feature, if it is there for who asks: unlisted or not. */
export function visibleTo<Item extends Guarded>(
  item: Item | undefined,
  { sink }: { readonly sink: Partial<Viewer> },
): Eventual<Item | undefined> {
  if (!item?.visible) return item;
  return whenReady(item.visible(viewerOf(sink)), (seen) =>
    seen === true || seen === "unlisted" ? item : undefined,
  );
}
