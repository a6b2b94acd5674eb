import { expect, test } from "vitest";
import {
  connect,
  createClient,
  createServer,
} from "../../../generated/index.ts";
import { defineExtension } from "../../../src/runtime/extension.ts";
import type { Issue } from "../../../src/runtime/protocol/issue.ts";

const info = { name: "test", version: "1" };

function beatParams(value: unknown): Issue | undefined {
  const isSound =
    typeof value === "object" &&
    value !== null &&
    "at" in value &&
    typeof value.at === "number";
  return isSound ? undefined : { path: ["at"], message: "expected a number" };
}

const entry = { handler: "beat", direction: "clientToServer" } as const;
const rows = {
  server: {
    requests: {
      "heart/beat": {
        ...entry,
        params: { required: false, validate: beatParams },
      },
    },
    notifications: {},
    sends: { "heart/beat": [{ validate: () => undefined }] },
  },
  client: {
    requests: {
      "heart/beat": { ...entry, results: [{ validate: () => undefined }] },
    },
    notifications: {},
  },
};

interface BeatTypes {
  readonly serverHandlers: {
    beat(params: { at: number } | undefined): { heard: unknown };
  };
  readonly clientHandlers: object;
  readonly settings: object;
  readonly serverPeer: {
    beat(params?: { at: number }): Promise<{ heard: unknown }>;
  };
  readonly clientPeer: object;
  readonly publisher: object;
}

const heart = defineExtension<"heart", BeatTypes>({
  id: "com.example/heart",
  name: "heart",
  revisions: { "2026-07-28": rows, "2025-11-25": rows },
});

test.each(["2026-07-28", "2025-11-25"] as const)(
  "params that need not be there are not, in %s",
  async (revision) => {
    const server = createServer({
      info,
      extensions: [
        heart.with({
          handlers: { beat: (params) => ({ heard: params ?? "nothing" }) },
        }),
      ],
    });
    const client = createClient({ info, extensions: [heart] });
    await connect(server, client, { revisions: [revision] });
    expect(await client.heart.beat()).toMatchObject({ heard: "nothing" });
    expect(await client.heart.beat({ at: 4 })).toMatchObject({
      heard: { at: 4 },
    });
    await expect(
      client.heart.beat({ at: "four" } as never),
    ).rejects.toMatchObject({ code: -32602 });
    await client.close();
  },
);
