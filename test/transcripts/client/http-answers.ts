import type { Answer, Reply } from "./http-server.ts";
import type { Reaction } from "./reaction.ts";

export function event(message: unknown, id?: string): string {
  const line = id === undefined ? "" : `id: ${id}\n`;
  return `${line}data: ${JSON.stringify(message)}\n\n`;
}

/**
 * Answers over Streamable HTTP as a reaction has it: one message is JSON, and
 * more are a stream. A server that shakes hands opens a session, if it has a name.
 */
export function streamable(react: Reaction, session?: string): Answer {
  let open: Reply | undefined;
  return ({ method, message }, reply) => {
    if (method === "DELETE") return reply.empty(204);
    if (method !== "POST") return reply.empty(405, { allow: "POST, DELETE" });
    const { messages, isOpen = false } = react(message);
    const isCall =
      message["id"] !== undefined && message["method"] !== undefined;
    if (!isCall) {
      reply.empty(202);
      for (const one of messages) open?.text(event(one));
      if (messages.length > 0 && !isOpen) open?.end();
      return;
    }
    const headers =
      session !== undefined && message["method"] === "initialize"
        ? { "mcp-session-id": session }
        : {};
    if (messages.length === 1 && !isOpen) {
      const [only] = messages;
      return reply.json(only, statusOf(only), headers);
    }
    reply.stream(headers);
    for (const one of messages) reply.text(event(one));
    if (isOpen) open = reply;
    else reply.end();
  };
}

/** Refusals of a revision or a method have a status of their own. */
function statusOf(message: unknown): number {
  const { error } = message as { error?: { code: number } };
  if (error?.code === -32_601) return 404;
  return error?.code === -32_022 || error?.code === -32_020 ? 400 : 200;
}
