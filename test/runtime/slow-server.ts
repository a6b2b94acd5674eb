import { vi } from "vitest";
import type { Context } from "../../src/runtime/peer/context.ts";
import { all, request, serverOf } from "./revisions.ts";

export const done = { content: [] };
export const call = (
  id: unknown,
  name = "a",
  meta?: object,
): Record<string, unknown> =>
  request(id, "tools/call", { name, ...(meta && { _meta: meta }) });

/** A server whose calls end when the test says so. */
export function slow(): {
  server: ReturnType<typeof serverOf>;
  contexts: Map<string, Context>;
  finish: (name?: string) => void;
  onError: ReturnType<typeof vi.fn>;
} {
  const contexts = new Map<string, Context>();
  const ends = new Map<string, () => void>();
  const onError = vi.fn();
  const server = serverOf(all, {
    capabilities: { logging: {} },
    onError,
    handlers: {
      callTool({ name }: { name: string }, context: Context) {
        contexts.set(name, context);
        return new Promise((resolve) => ends.set(name, () => resolve(done)));
      },
    },
  });
  return {
    server,
    contexts,
    finish: (name = "a") => ends.get(name)?.(),
    onError,
  };
}
