import type { Session } from "../../peer/context.ts";

/** The same in each copy of the runtime. */
const key = (): symbol => Symbol.for("mcp-gen session name");

/** Names a session that several processes know, each with an object of its own. */
export function nameSession(session: Session, name: string): void {
  Object.defineProperty(session, key(), { value: name });
}

/**
 * What a session is called in all processes; it is no secret. Undefined where one
 * process alone knows the session.
 */
export function sessionName(session: Session): string | undefined {
  // Whatever else an object has under it is no name.
  const name: unknown = Reflect.get(session, key());
  return typeof name === "string" ? name : undefined;
}
