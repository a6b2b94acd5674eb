import type { Awaitable } from "./answer.ts";
import type { Permit } from "./scopes/permit.ts";
import type { Auth } from "./scopes/register.ts";
import { whenReady, type Eventual } from "./when-ready.ts";

/** Who asks, as far as the transport has proved it. */
export interface Viewer {
  /** Who it is; undefined where nobody has proved it. */
  readonly principal: string | undefined;
  /** What else `authorize` has found out. */
  readonly auth: Auth;
  /**
   * The scopes that were granted, with those that they imply. Undefined where
   * nobody is asked for any, as on stdio.
   */
  readonly scopes?: GrantedScopes | undefined;
  /** What `protect` asks by. */
  readonly permit?: Permit | undefined;
}

/** What a token allows: a `Set` is such. */
export interface GrantedScopes {
  /** Whether it allows this. */
  has(scope: string): boolean;
}

/**
 * The scopes that a request needs: always the same, or by its arguments, and by
 * who asks. A function is asked before the handler runs, with arguments that have
 * passed the schema; it may be asked more than once, and for a request that is
 * not served in the end.
 */
export type NeededScopes<Arguments> =
  | readonly string[]
  | ((args: Arguments, asked: AskedScopes) => Awaitable<readonly string[]>);

/** What scopes are asked for. */
export interface AskedScopes {
  /** Such as `resources/read`; of an update that is to be told, that as well. */
  readonly method: string;
  /** Who asks. */
  readonly principal: string | undefined;
  /** What else `authorize` has found out of them. */
  readonly auth: Auth;
}

/**
 * Whether there is a feature for who asks: where not, it is neither listed nor
 * found by its name. What is "unlisted" is found by who knows its name.
 */
export type Visible = (viewer: Viewer) => Awaitable<boolean | "unlisted">;

/** Whether a client may read a resource. */
export type CanRead = (uri: string, viewer: Viewer) => Awaitable<boolean>;

/** Something that only some may see, or use. */
export interface Guarded {
  /** Who may see and use it. */
  readonly visible?: Visible | undefined;
  /** What its use needs, over HTTP. */
  readonly scopes?: NeededScopes<never> | undefined;
}

/** Who is at the other end, as far as the transport has proved it: by parts, or as a whole. */
export interface Viewed {
  /** Who it is. */
  readonly principal?: string | undefined;
  /** What else has been proved. */
  readonly auth?: unknown;
  /** All of it; goes before the others. */
  readonly viewer?: Viewer | undefined;
}

/** Who a request is from, or what else a transport delivers. */
export function viewerOf({ viewer, principal, auth }: Viewed): Viewer {
  // What a program registers is what its transport gives.
  return viewer ?? { principal, auth: auth as Auth };
}

/** Who is not known. */
export const nobody: Viewer = /* @__PURE__ */ viewerOf({});

/** The feature, if it is there for who asks: unlisted or not. */
export function visibleTo<Item extends Guarded>(
  item: Item | undefined,
  { sink }: { readonly sink: Viewed },
): Eventual<Item | undefined> {
  if (!item?.visible) return item;
  return whenReady(item.visible(viewerOf(sink)), (seen) =>
    seen === true || seen === "unlisted" ? item : undefined,
  );
}
