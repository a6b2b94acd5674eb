import type { Feature } from "../../features/feature.ts";
import type { Guarded, Viewer } from "../../protocol/viewer.ts";
import { whenReady } from "../../protocol/when-ready.ts";

/**
 * Gives the feature as one that only those see in lists who have its scopes. Others
 * who know its name are told which scopes it needs, so that a client can ask for
 * them. A feature whose scopes are a function is listed to all. Over stdio,
 * everything is.
 */
export function hideWithoutScopes<Kind extends Feature>(feature: Kind): Kind {
  // What a factory makes may be guarded.
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
