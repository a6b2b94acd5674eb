import type { Feature } from "../../features/feature.ts";
import type { Guarded, Viewer } from "../../protocol/viewer.ts";
import { whenReady } from "../../protocol/when-ready.ts";

/**
 * Returns a copy of a feature that is only listed for clients with its scopes.
 * Other clients that know its name receive a challenge with the required
 * scopes, so that they can request them. A feature whose scopes are a function
 * is listed for everyone. Over stdio, all features are listed.
 */
export function hideWithoutScopes<Kind extends Feature>(feature: Kind): Kind {
  // Features from a factory may have these members.
  const { visible, scopes } = feature as Feature & Guarded;
  if (!scopes || typeof scopes === "function") return feature;
  const isGranted = (viewer: Viewer): boolean =>
    scopes.every((scope) => viewer.scopes?.has(scope) ?? true);
  const guarded: Guarded = {
    visible: (viewer) =>
      whenReady(visible?.(viewer) ?? true, (seen) =>
        seen === true && !isGranted(viewer) ? "unlisted" : seen,
      ) as ReturnType<NonNullable<Guarded["visible"]>>,
  };
  return { ...feature, ...guarded };
}
