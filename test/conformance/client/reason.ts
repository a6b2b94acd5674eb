import { AuthorizationError } from "../../../src/runtime/auth/index.ts";
import { HttpError } from "../../../src/runtime/http-client.ts";

/** Why a client gave up, in a word or two: what it refused, or what it was refused with. */
export function reasonOf(error: unknown): string {
  if (error instanceof AuthorizationError) return error.reason;
  if (error instanceof HttpError) return `HTTP ${error.status}`;
  return error instanceof Error ? error.name : "nothing that was thrown";
}
