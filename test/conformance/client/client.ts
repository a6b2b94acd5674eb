import {
  createClient,
  type Client,
  type types,
} from "../../../generated/index.ts";

/**
 * One client for every revision, which can be asked all that a client can be. Its
 * user fills in nothing unless told to: the client puts the defaults in.
 */
export function createFixtureClient(
  content: NonNullable<types.ElicitResult["content"]> = {},
): Client {
  return createClient({
    info: { name: "mcp-gen-conformance", version: "1.0.0" },
    handlers: {
      elicit: () => ({ action: "accept", content }),
      createMessage: () => ({
        model: "fixture",
        role: "assistant",
        content: { type: "text", text: "An answer" },
      }),
      listRoots: () => ({ roots: [{ uri: "file:///work", name: "work" }] }),
    },
    // The suite starts up to forty processes at once, and answers meanwhile.
    probeTimeout: 30_000,
  });
}
