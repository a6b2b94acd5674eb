import type { BearerChallenge } from "../discovery/challenge.ts";
import { discover, type Discovery } from "../discovery/discover.ts";
import {
  isSameGuard,
  leftBy,
  readServer,
  wholeChallenge,
  writeServer,
  type ServerRecord,
} from "./server-record.ts";
import type { Settings } from "../settings.ts";
import { readTokens, storeKey, writeJson, type Tokens } from "./tokens.ts";

/** What is known of a server besides its address, when it is found out who gives tokens for it. */
export interface SaidByServer {
  readonly challenge?: BearerChallenge | undefined;
  /** The revision that it was spoken to in. */
  readonly revision?: string | undefined;
  /** Hears what was got over. */
  readonly warn?: (warning: Error) => void;
}

/** What is kept of one server, in the store that others may share. */
export class KeptServer {
  readonly url: string;
  readonly #settings: Settings;
  #record: ServerRecord | undefined;

  constructor(url: string, settings: Settings) {
    this.url = url;
    this.#settings = settings;
  }

  /** What was found out so far. */
  get record(): ServerRecord | undefined {
    return this.#record;
  }

  async load(): Promise<ServerRecord | undefined> {
    const { store } = this.#settings;
    return (this.#record ??= await readServer(store, await this.#key()));
  }

  async note(record: ServerRecord): Promise<ServerRecord> {
    this.#record = record;
    await writeServer(this.#settings.store, await this.#key(), record);
    return record;
  }

  /** Remembers what a server asks for, for a login that begins later. */
  async heard(said: BearerChallenge | undefined): Promise<void> {
    const before = await this.load();
    const challenge = before && wholeChallenge(said, before);
    if (challenge) await this.note({ ...before, challenge });
  }

  /** Finds out anew who gives tokens: it may be another by now. */
  async discover({
    challenge: said,
    revision,
    warn,
  }: SaidByServer): Promise<ServerRecord> {
    const { fetch } = this.#settings;
    const before = await this.load();
    const challenge = wholeChallenge(said, before);
    const { warnings, ...discovery } = await discover({
      url: this.url,
      challenge,
      revision,
      fetch,
      preferred: before ? [before.discovery.issuer] : [],
    });
    for (const warning of warnings) warn?.(new Error(warning));
    const isSame = before && isSameGuard(before.discovery, discovery);
    const now = { ...discovery, warnings: [] };
    return this.note({
      discovery: now,
      asked: isSame ? before.asked : [],
      ...(challenge && { challenge }),
      left: leftBy(before, now),
    });
  }

  /**
   * Works with the tokens that are kept for what was found out, alone: no other
   * program that shares the store changes them meanwhile.
   */
  async alone<Result>(
    { discovery }: Pick<ServerRecord, "discovery">,
    work: (kept: KeptTokens) => Promise<Result>,
  ): Promise<Result> {
    const { store } = this.#settings;
    const key = await this.#tokensKey(discovery);
    return store.lock(key, async () =>
      work({
        tokens: await readTokens(store, key),
        keep: (tokens) => writeJson(store, key, tokens),
        forget: () => store.delete(key),
      }),
    );
  }

  /** The tokens that are kept now. */
  async tokens(): Promise<Tokens | undefined> {
    const record = await this.load();
    if (!record) return undefined;
    const key = await this.#tokensKey(record.discovery);
    return readTokens(this.#settings.store, key);
  }

  /** Forgets all of it; gives the tokens that there were, with who gave them. */
  async forget(): Promise<readonly GivenTokens[]> {
    const record = await this.load();
    const given: GivenTokens[] = [];
    for (const discovery of record
      ? [record.discovery, ...(record.left ?? [])]
      : [])
      await this.alone({ discovery }, async ({ tokens, forget }) => {
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

  /** By who gave them, for what, and to whom. */
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

/** Tokens, and who gave them. */
export interface GivenTokens {
  readonly tokens: Tokens;
  readonly discovery: Discovery;
}

/** Tokens of one authorization server for one resource, as the store has them. */
export interface KeptTokens {
  readonly tokens: Tokens | undefined;
  keep(tokens: Tokens): Promise<void>;
  forget(): Promise<void>;
}
