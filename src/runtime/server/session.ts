import type { Session } from "../peer/context.ts";

/** Creates a session that ends with a promise. */
export function createSession(over: Promise<unknown>): Session {
  let signal: AbortSignal | undefined;
  return {
    // Few handlers use the signal, and it needs more memory than the rest.
    get signal() {
      if (signal === undefined) {
        const controller = new AbortController();
        signal = controller.signal;
        void over.then(() => controller.abort());
      }
      return signal;
    },
  };
}

/** Shared by all copies of the runtime. */
const nameKey = (): symbol => Symbol.for("mcp-gen session name");

/** Names a session that several processes know, each as a different object. */
export function nameSession(session: Session, name: string): void {
  Object.defineProperty(session, nameKey(), { value: name });
}

/**
 * Returns the name of a session in all processes, which is not secret. Undefined for a
 * session of one process.
 */
export function sessionName(session: Session): string | undefined {
  // Ignores any other value.
  const name: unknown = Reflect.get(session, nameKey());
  return typeof name === "string" ? name : undefined;
}

/** Shared by all copies of the runtime. */
const holdsKey = (): symbol => Symbol.for("mcp-gen session holds");

/**
 * Keeps the session's state in this process, because work in progress may notify its client
 * after all requests have been answered. The session itself may end. Returns a function
 * that releases it.
 */
export function holdSession(session: Session): () => void {
  const holds = holdsOf(session) ?? new Set();
  Object.defineProperty(session, holdsKey(), {
    value: holds,
    configurable: true,
  });
  const own = {};
  holds.add(own);
  return () => void holds.delete(own);
}

/** True if work in this process may still notify the client. */
export function isSessionHeld(session: Session): boolean {
  return (holdsOf(session)?.size ?? 0) > 0;
}

function holdsOf(session: Session): Set<object> | undefined {
  const holds: unknown = Reflect.get(session, holdsKey());
  return holds instanceof Set ? holds : undefined;
}
