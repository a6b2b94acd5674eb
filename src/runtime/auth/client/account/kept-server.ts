import type { BearerChallenge } from "../discovery/challenge.ts";
import { discover, type Discovery } from "../discovery/discover.ts";
import {
  isSameGrant,
  previousDiscoveries,
  readServer,
  mergeChallenges,
  writeServer,
  type ServerRecord,
} from "./server-record.ts";
import type { Settings } from "../settings.ts";
import { readTokens, storeKey, writeJson, type Tokens } from "./tokens.ts";

/** Information from a server that discovery uses besides its URL. */
export interface ServerHints {
  readonly challenge?: BearerChallenge | undefined;
  /** Protocol version in use with the server. */
  readonly revision?: string | undefined;
  /** Receives warnings about problems that discovery worked around. */
  readonly warn?: (warning: Error) => void;
}

/** Stored state of one MCP server. Other processes may share the store. */
export class ServerStore {
  readonly url: string;
  readonly #settings: Settings;
  #record: ServerRecord | undefined;

  constructor(url: string, settings: Settings) {
    this.url = url;
    this.#settings = settings;
  }

  /** Last record that was loaded or written. */
  get record(): ServerRecord | undefined {
    return this.#record;
  }

  async load(): Promise<ServerRecord | undefined> {
    const { store } = this.#settings;
    return (this.#record ??= await readServer(store, await this.#key()));
  }

  async save(record: ServerRecord): Promise<ServerRecord> {
    this.#record = record;
    await writeServer(this.#settings.store, await this.#key(), record);
    return record;
  }

  /** Stores a challenge for a later login. */
  async saveChallenge(said: BearerChallenge | undefined): Promise<void> {
    const before = await this.load();
    const challenge = before && mergeChallenges(said, before);
    if (challenge) await this.save({ ...before, challenge });
  }

  /** Runs discovery again: the authorization server may have changed. */
  async discover({
    challenge: said,
    revision,
    warn,
  }: ServerHints): Promise<ServerRecord> {
    const { fetch } = this.#settings;
    const before = await this.load();
    const challenge = mergeChallenges(said, before);
    const { warnings, ...discovery } = await discover({
      url: this.url,
      challenge,
      revision,
      fetch,
      preferred: before ? [before.discovery.issuer] : [],
    });
    for (const warning of warnings) warn?.(new Error(warning));
    const isSame = before && isSameGrant(before.discovery, discovery);
    const now = { ...discovery, warnings: [] };
    return this.save({
      discovery: now,
      asked: isSame ? before.asked : [],
      ...(challenge && { challenge }),
      left: previousDiscoveries(before, now),
    });
  }

  /**
   * Runs `work` with the stored tokens under a lock. Other processes that share
   * the store cannot change the tokens while it runs.
   */
  async withTokens<Result>(
    { discovery }: Pick<ServerRecord, "discovery">,
    work: (kept: StoredTokens) => Promise<Result>,
  ): Promise<Result> {
    const { store } = this.#settings;
    const key = await this.#tokensKey(discovery);
    return store.lock(key, async () =>
      work({
        tokens: await readTokens(store, key),
        save: (tokens) => writeJson(store, key, tokens),
        forget: () => store.delete(key),
      }),
    );
  }

  /** Returns the stored tokens. */
  async tokens(): Promise<Tokens | undefined> {
    const record = await this.load();
    if (!record) return undefined;
    const key = await this.#tokensKey(record.discovery);
    return readTokens(this.#settings.store, key);
  }

  /**
   * Deletes the record and all tokens. Returns the deleted tokens with their
   * authorization servers.
   */
  async forget(): Promise<readonly IssuedTokens[]> {
    const record = await this.load();
    const given: IssuedTokens[] = [];
    for (const discovery of record
      ? [record.discovery, ...(record.left ?? [])]
      : [])
      await this.withTokens({ discovery }, async ({ tokens, forget }) => {
        await forget();
        if (tokens) given.push({ tokens, discovery });
      });
    this.#record = undefined;
    await this.#settings.store.delete(await this.#key());
    return given;
  }

  #key(): Promise<string> {
    return storeKey("server", this.url);
  }

  /**
   * Returns the store key of tokens: by issuer, resource, kind of grant and
   * client.
   */
  #tokensKey({
    issuer,
    resource,
  }: Pick<ServerRecord["discovery"], "issuer" | "resource">): Promise<string> {
    const { way, client } = this.#settings;
    const who = way.kind === "machine" ? way.machine.kind : "person";
    const id = client?.id ?? client?.metadataUrl ?? "";
    return storeKey("tokens", issuer, resource, who, id);
  }
}

/**
 * Tokens and the discovery result of the authorization server that issued them.
 */
export interface IssuedTokens {
  readonly tokens: Tokens;
  readonly discovery: Discovery;
}

/** Stored tokens of one authorization server for one resource. */
export interface StoredTokens {
  readonly tokens: Tokens | undefined;
  save(tokens: Tokens): Promise<void>;
  forget(): Promise<void>;
}
