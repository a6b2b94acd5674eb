import { createClient } from "@redis/client";
import {
  openRedis,
  type ListClient,
  type RedisLink,
  type RedisOptions,
} from "../../../../src/runtime/redis.ts";

/** A process in name only: with connections of its own, which can be cut as a kill would. */
export interface RedisProcess {
  readonly redis: RedisLink;
  /** The commands that it has sent, by their first words. */
  readonly sent: string[];
  /** Holds what it is about to send, as a process that stands still would; false lets it go on. */
  hold(what: "nothing" | "reading" | "all"): void;
  /** Cuts its connections: nobody says goodbye. */
  kill(): void;
  close(): Promise<void>;
}

/**
 * Connects one process more. One that does all twice sends each command as a client does
 * that sends again what it got no answer for, and sees the second answer alone.
 */
export async function redisProcess(
  url: string,
  options: RedisOptions,
  { doesAllTwice = false }: { readonly doesAllTwice?: boolean } = {},
): Promise<RedisProcess> {
  let isDead = false;
  let held: "nothing" | "reading" | "all" = "nothing";
  let release: (() => void)[] = [];
  const sent: string[] = [];
  const wait = (isReading: boolean): Promise<void> | undefined =>
    held === "all" || (held === "reading" && isReading)
      ? new Promise((resolve) => release.push(resolve))
      : undefined;
  const connected: { destroy(): void }[] = [];
  const first = createClient({ url, disableOfflineQueue: true });
  first.on("error", () => {});
  await first.connect();
  const cut = (client: typeof first): ListClient => {
    connected.push(client);
    const form = {
      get isOpen() {
        return client.isOpen;
      },
      connect: () => client.connect(),
      destroy: () => client.destroy(),
      async sendCommand(words: readonly string[]) {
        await wait(client !== first);
        if (isDead) throw new Error("this process was killed");
        sent.push(words[0] ?? "");
        const send = (): Promise<unknown> => client.sendCommand([...words]);
        if (!doesAllTwice || client !== first) return send();
        const [, second] = await Promise.all([send(), send()]);
        return second;
      },
      duplicate: () => {
        const more = client.duplicate();
        more.on("error", () => {});
        return cut(more);
      },
    };
    return form;
  };
  const redis = await openRedis(cut(first), options);
  const end = (): void => {
    for (const client of connected.splice(0))
      try {
        client.destroy();
      } catch {
        // It was not connected.
      }
  };
  return {
    redis,
    sent,
    hold(what) {
      held = what;
      const waiting = release;
      release = [];
      for (const resolve of waiting) resolve();
    },
    kill() {
      isDead = true;
      end();
      void redis.close();
    },
    async close() {
      await redis.close();
      end();
    },
  };
}
