import { createClient, type Client, type ClientOptions } from "../subject.ts";

/** A client that can do all that a client can, and answers what it is asked. */
export function createSubjectClient(
  options: Partial<ClientOptions> = {},
): Client {
  return createClient({
    info: { name: "subject", version: "1.2.3" },
    onError() {},
    capabilities: { roots: { listChanged: true } },
    handlers: {
      elicit: ({ message }) =>
        message === "decline"
          ? { action: "decline" }
          : { action: "accept", content: { seats: 2 } },
      createMessage: () => ({
        model: "m",
        role: "assistant",
        content: { type: "text", text: "because" },
      }),
      listRoots: () => ({ roots: [{ uri: "file:///home" }] }),
    },
    ...options,
  });
}
