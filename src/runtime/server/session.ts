import type { Session } from "../peer/context.ts";

/** A session that lasts until something is over. */
export function createSession(over: Promise<unknown>): Session {
  let signal: AbortSignal | undefined;
  return {
    // Few want to know, and a signal weighs more than the rest.
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

/** The same in each copy of the runtime. */
const nameKey = (): symbol => Symbol.for("mcp-gen session name");

/** Names a session that several processes know, each with an object of its own. */
export function nameSession(session: Session, name: string): void {
  Object.defineProperty(session, nameKey(), { value: name });
}

/**
 * What a session is called in all processes; it is no secret. Undefined where one
 * process alone knows the session.
 */
export function sessionName(session: Session): string | undefined {
  // Whatever else an object has under it is no name.
  const name: unknown = Reflect.get(session, nameKey());
  return typeof name === "string" ? name : undefined;
}

/** The same in each copy of the runtime. */
const holdsKey = (): symbol => Symbol.for("mcp-gen session holds");

/**
 * Something goes on in this process of which the session's client may be told, though
 * it waits for no answer: what is known of the session stays here until then. It does
 * not keep the session itself. Gives what ends this, once.
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

/** Whether something goes on in this process of which its client may be told. */
export function isSessionHeld(session: Session): boolean {
  return (holdsOf(session)?.size ?? 0) > 0;
}

function holdsOf(session: Session): Set<object> | undefined {
  const holds: unknown = Reflect.get(session, holdsKey());
  return holds instanceof Set ? holds : undefined;
}
