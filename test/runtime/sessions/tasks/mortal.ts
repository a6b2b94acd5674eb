import { createClient } from "@redis/client";
import {
  openRedis,
  type RedisLink,
} from "../../../../src/runtime/stores/redis/open-redis.ts";
import type { RedisOptions } from "../../../../src/runtime/stores/redis/link/options.ts";

/** A link to Redis as a process of its own has it, which can die without goodbye. */
export interface MortalLink {
  readonly redis: RedisLink;
  /** What was reported. */
  readonly errors: Error[];
  /** Nothing of it reaches Redis any more, and nothing reaches it. */
  kill(): void;
  /** Ends its connections, dead or not. */
  end(): Promise<void>;
}

type Client = ReturnType<typeof createClient>;

const never = <Value>(): Promise<Value> => new Promise(() => {});

/** A client whose process may be dead. */
class MortalClient {
  readonly #client: Client;
  readonly #life: { isDead: boolean; clients: Client[] };

  constructor(client: Client, life: { isDead: boolean; clients: Client[] }) {
    this.#client = client;
    this.#life = life;
    life.clients.push(client);
    client.on("error", () => {});
  }

  get isOpen(): boolean {
    return this.#client.isOpen;
  }

  async sendCommand(words: readonly string[]): Promise<unknown> {
    if (this.#life.isDead) return never();
    const reply: unknown = await this.#client.sendCommand([...words]);
    return this.#life.isDead ? never() : reply;
  }

  duplicate(): MortalClient {
    return new MortalClient(this.#client.duplicate(), this.#life);
  }

  on(): void {}

  async connect(): Promise<void> {
    await this.#client.connect();
  }

  destroy(): void {
    if (this.#client.isOpen) this.#client.destroy();
  }
}

/** Opens one. */
export async function openMortal(
  url: string,
  options: RedisOptions = {},
): Promise<MortalLink> {
  const life = { isDead: false, clients: [] as Client[] };
  const client = new MortalClient(createClient({ url }), life);
  await client.connect();
  const errors: Error[] = [];
  const redis = await openRedis(client, {
    onError: (error) => void errors.push(error),
    ...options,
  });
  return {
    redis,
    errors,
    kill() {
      life.isDead = true;
    },
    async end() {
      if (!life.isDead) await redis.close();
      for (const one of life.clients) if (one.isOpen) one.destroy();
    },
  };
}
