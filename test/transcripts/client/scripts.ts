import type { Client } from "../subject.ts";
import type { Act } from "./act.ts";

/** What a client does once it is connected. */
export type ClientScript = (client: Client, act: Act) => Promise<void>;

/** What every lifecycle has. */
export const everyMethod: ClientScript = async (client, act) => {
  await act("tools", async () => void (await client.listTools()));
  await act("the next page", () => client.listTools({ cursor: "more" }));
  await act("a call", () =>
    client.callTool({ name: "say", arguments: { a: 1 } }),
  );
  await act("a call with a header", () =>
    client.callTool({ name: "local", arguments: { region: "nørth" } }),
  );
  await act("a call that is refused", () =>
    client.callTool({ name: "refuse" }),
  );
  await act("progress", () =>
    client.callTool({ name: "count" }, { onProgress() {} }),
  );
  await act("resources", () => client.listResources());
  await act("templates", () => client.listResourceTemplates());
  await act("a resource", () => client.readResource({ uri: "note://one" }));
  await act("prompts", () => client.listPrompts());
  await act("a prompt", () =>
    client.getPrompt({ name: "report", arguments: { city: "Oslo" } }),
  );
  await act("completion", () =>
    client.complete({
      ref: { type: "ref/prompt", name: "report" },
      argument: { name: "city", value: "O" },
    }),
  );
  await act("ping", () => client.ping());
  await act("log level", () => client.setLogLevel("warning"));
  await act("a call at that level", () => client.callTool({ name: "say" }));
  await act(
    "roots have changed",
    () => client.notify.rootsListChanged(),
    isStateless(client) ? 0 : 1,
  );
};

/** What asks the client before it answers. */
export const input: ClientScript = async (client, act) => {
  await act("a call that asks", () => client.callTool({ name: "ask" }));
  await act("another call", () => client.callTool({ name: "say" }));
};

/** Calls that nobody answers for so many milliseconds, in which a server has heard of them. */
export function unanswered(silence: number): ClientScript {
  return async (client, act) => {
    await act("a time-out", () =>
      client.callTool({ name: "silent" }, { timeout: silence }),
    );
    await act("a call that is taken back", async () => {
      const controller = new AbortController();
      const call = client.callTool(
        { name: "silent" },
        { signal: controller.signal },
      );
      setTimeout(() => controller.abort(), silence);
      await call;
    });
    await act("another call", () => client.callTool({ name: "say" }));
  };
}

export function isStateless({ protocolVersion }: Client): boolean {
  return protocolVersion === "2026-07-28";
}
