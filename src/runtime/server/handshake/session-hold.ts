import type { Session } from "../../peer/context.ts";

/** The same in each copy of the runtime. */
const key = (): symbol => Symbol.for("mcp-gen session holds");

/**
 * Something goes on in this process of which the session's client may be told, though
 * it waits for no answer: what is known of the session stays here until then. It does
 * not keep the session itself. Gives what ends this, once.
 */
export function holdSession(session: Session): () => void {
  const holds = holdsOf(session) ?? new Set();
  Object.defineProperty(session, key(), { value: holds, configurable: true });
  const own = {};
  holds.add(own);
  return () => void holds.delete(own);
}

/** Whether something goes on in this process of which its client may be told. */
export function isSessionHeld(session: Session): boolean {
  return (holdsOf(session)?.size ?? 0) > 0;
}

function holdsOf(session: Session): Set<object> | undefined {
  const holds: unknown = Reflect.get(session, key());
  return holds instanceof Set ? holds : undefined;
}
