import type { BearerChallenge } from "./discovery/challenge.ts";
import { discover, type Discovery } from "./discovery/discover.ts";
import type { Dpop } from "./dpop/dpop.ts";
import { AuthorizationError } from "./errors.ts";
import { runGrant } from "./grants/run-grant.ts";
import { logIn } from "./log-in.ts";
import { refresh } from "./refresh.ts";
import { chooseScopes, union, without } from "./scopes.ts";
import { readServer, writeServer, type ServerRecord } from "./server-record.ts";
import type { Settings } from "./settings.ts";
import { shownUrl } from "./fetch/safe-url.ts";
import { Shared, unlessAborted } from "./shared.ts";
import { tokensKey } from "./tokens-key.ts";
import {
  isDue,
  isExpired,
  readTokens,
  storeKey,
  writeJson,
  type Tokens,
} from "./tokens.ts";
import { toError } from "../../wire/errors.ts";

/** A request that a server refused for who asks, or for what they may do. */
export interface RefusedRequest {
  readonly status: number;
  readonly challenge: BearerChallenge | undefined;
  /** What it was sent with. */
  readonly used: Tokens | undefined;
  /** How often nobody could be let in, when it was sent. */
  readonly failures: number;
  /** Whether nobody waits for its answer: a person is not asked for its sake. */
  readonly isBackground: boolean;
  /** Aborts when nobody waits any more. */
  readonly signal: AbortSignal;
  /** Hears whether a person is being asked for it. */
  readonly asking: (isAsking: boolean) => void;
}

/** How tokens were got: what was given a moment ago, and is refused, is not asked for again. */
type Origin = "store" | "refresh" | "person" | "machine";

interface Held {
  readonly tokens: Tokens;
  readonly origin: Origin;
  /** Whether the server took them. */
  isProven: boolean;
}

/** How long a request to the store and to the authorization server may take in all, in milliseconds. */
const renewalMs = 120_000;

/** What this client has at one server: one for all transports that go there. */
export class Account {
  readonly #url: string;
  readonly #settings: Settings;
  #record: ServerRecord | undefined;
  #held: Held | undefined;
  /** The token for which there was no other without a person. */
  #exhausted: string | undefined;
  #renewing: Promise<Tokens | undefined> | undefined;
  #login: Shared<Tokens> | undefined;
  #failure: Error | undefined;
  #failures = 0;
  /** What a person was asked for since the program began. */
  readonly #askedFor = new Set<string>();
  /** Those that wait for somebody else to log in. */
  readonly #parked = new Set<() => void>();

  constructor(url: string, settings: Settings) {
    this.#url = url;
    this.#settings = settings;
  }

  /** How often nobody could be let in so far. */
  get failures(): number {
    return this.#failures;
  }

  /**
   * What to send a request with: renewed, where its time is nearly over. Asks no
   * person. Rejects with an AuthorizationError when it is over, and cannot be renewed
   * for now.
   */
  async ready(signal: AbortSignal): Promise<Tokens | undefined> {
    const tokens = this.#held?.tokens ?? (await this.#load());
    if (!tokens || !isDue(tokens)) return tokens;
    if (tokens.refresh === undefined && this.#settings.way.kind !== "machine")
      return tokens;
    if (this.#exhausted === tokens.access) return tokens;
    try {
      return (await unlessAborted(this.#renew(tokens), signal)) ?? tokens;
    } catch (error) {
      if (signal.aborted || isExpired(tokens)) throw error;
      return tokens;
    }
  }

  /** A server took a token. */
  proved({ access }: Tokens): void {
    if (this.#held?.tokens.access === access) this.#held.isProven = true;
  }

  /**
   * What to send a refused request with again; undefined where nothing else is to be
   * had, and the refusal stands. Rejects with an AuthorizationError, or with the
   * reason of the signal.
   */
  async answer(refused: RefusedRequest): Promise<Tokens | undefined> {
    const { used, signal } = refused;
    for (;;) {
      signal.throwIfAborted();
      const held = this.#held;
      if (held && held.tokens.access !== used?.access) return held.tokens;
      if (this.#failure && this.#failures > refused.failures)
        throw this.#failure;
      if (this.#renewing) {
        await unlessAborted(settled(this.#renewing), signal);
        continue;
      }
      if (this.#login?.isLeft === true) {
        await unlessAborted(this.#login.over(), signal);
        continue;
      }
      if (!this.#login) {
        if (isStepUp(refused)) {
          if (!this.#isWorthAsking(refused)) return undefined;
        } else if (this.#isFinal(used)) return undefined;
        else if (this.#mayRenew(used)) {
          await unlessAborted(this.#renew(used, refused), signal);
          continue;
        }
      }
      return this.#ask(refused);
    }
  }

  /** What was given for asking just now, and is refused, is all there is. */
  #isFinal(used: Tokens | undefined): boolean {
    const held = this.#held;
    if (!used || !held || held.isProven || isExpired(used)) return false;
    return held.origin === "person" || held.origin === "machine";
  }

  #mayRenew(used: Tokens | undefined): boolean {
    if (this.#exhausted === accessOf(used)) return false;
    const held = this.#held;
    const isFresh = held?.origin === "refresh" && !held.isProven;
    return !isFresh || isExpired(held.tokens);
  }

  /** Whether there is something to ask for that was not asked for before, or not granted. */
  #isWorthAsking({ challenge, used }: RefusedRequest): boolean {
    const missing = without(this.#challenged(challenge), used?.granted ?? []);
    return missing.some((scope) => !this.#askedFor.has(scope));
  }

  #challenged(challenge: BearerChallenge | undefined): readonly string[] {
    const { scopesSupported } = this.#record?.discovery ?? {};
    return challenge?.scope ?? scopesSupported ?? [];
  }

  async #ask(refused: RefusedRequest): Promise<Tokens | undefined> {
    const { signal, isBackground, asking, used } = refused;
    const { way } = this.#settings;
    if (isBackground) {
      await this.#park(signal);
      return this.#held?.tokens;
    }
    switch (way.kind) {
      case "web":
        throw new AuthorizationError(
          "login-required",
          `${shownUrl(new URL(this.#url))} wants a person to log in: send them to the address of "begin"`,
        );
      case "machine":
        return this.#renew(used, refused);
      case "login": {
        const login = (this.#login ??= this.#startLogin(refused));
        asking(true);
        try {
          return await login.join(signal);
        } finally {
          asking(false);
        }
      }
    }
  }

  #startLogin(refused: RefusedRequest): Shared<Tokens> {
    const login: Shared<Tokens> = new Shared(async (signal) => {
      try {
        return await this.#logIn(refused, signal);
      } catch (error) {
        if (!signal.aborted) this.#failed(error);
        throw error;
      } finally {
        this.#exhausted = undefined;
        if (this.#login === login) this.#login = undefined;
      }
    });
    return login;
  }

  async #logIn(refused: RefusedRequest, signal: AbortSignal): Promise<Tokens> {
    const { way } = this.#settings;
    if (way.kind !== "login") throw new Error("nobody to ask");
    const { discovery, asked } = await this.#discover(refused.challenge);
    const scopes = this.#scopes(refused.challenge, discovery, asked);
    for (const scope of scopes) this.#askedFor.add(scope);
    const tokens = await logIn({
      settings: this.#settings,
      login: way.login,
      discovery,
      scopes,
      dpop: await this.#dpop(discovery),
      signal,
    });
    await this.#keep(tokens, scopes);
    return this.#take(tokens, "person");
  }

  #scopes(
    challenge: BearerChallenge | undefined,
    { scopesSupported, server }: Discovery,
    before: readonly string[],
  ): readonly string[] {
    const { scopes, way } = this.#settings;
    return chooseScopes({
      challenged: challenge?.scope,
      supported: scopesSupported,
      wanted: scopes,
      before,
      known: server.scopes_supported,
      isLasting: way.kind !== "machine",
    });
  }

  /** What is kept is kept before it is used. */
  async #keep(tokens: Tokens, asked: readonly string[]): Promise<void> {
    const { store } = this.#settings;
    const record = this.#record;
    if (!record) throw new Error("nobody was asked");
    const { server, resource } = record.discovery;
    const key = await tokensKey(this.#settings, server, resource);
    await store.lock(key, () => writeJson(store, key, tokens));
    await this.#note({ ...record, asked: union(record.asked, asked) });
  }

  async #note(record: ServerRecord): Promise<ServerRecord> {
    this.#record = record;
    const { store } = this.#settings;
    await writeServer(store, await storeKey("server", this.#url), record);
    return record;
  }

  #take(tokens: Tokens, origin: Origin): Tokens {
    this.#held = { tokens, origin, isProven: false };
    this.#exhausted = undefined;
    const parked = [...this.#parked];
    this.#parked.clear();
    for (const wake of parked) wake();
    return tokens;
  }

  #failed(error: unknown): void {
    this.#failure = toError(error);
    this.#failures++;
  }

  /** Waits until somebody else is let in. */
  #park(signal: AbortSignal): Promise<void> {
    const { promise, resolve } = withResolve();
    this.#parked.add(resolve);
    return unlessAborted(promise, signal).finally(() =>
      this.#parked.delete(resolve),
    );
  }

  async #load(): Promise<Tokens | undefined> {
    const { store } = this.#settings;
    this.#record ??= await readServer(
      store,
      await storeKey("server", this.#url),
    );
    if (!this.#record) return undefined;
    const { server, resource } = this.#record.discovery;
    const key = await tokensKey(this.#settings, server, resource);
    const tokens = await readTokens(store, key);
    return tokens && (this.#held?.tokens ?? this.#take(tokens, "store"));
  }

  /** Finds out anew who gives tokens: it may be another by now. */
  async #discover(
    challenge: BearerChallenge | undefined,
  ): Promise<ServerRecord> {
    const { fetch } = this.#settings;
    const before = this.#record;
    const discovery = await discover({
      url: this.#url,
      challenge,
      fetch,
      preferred: before ? [before.discovery.issuer] : [],
    });
    const isSame =
      before?.discovery.issuer === discovery.issuer &&
      before.discovery.resource === discovery.resource;
    return this.#note({
      discovery,
      asked: isSame ? before.asked : [],
      ...(challenge && { challenge }),
    });
  }

  /** Gets other tokens than those that were used, without a person; undefined where there are none. */
  #renew(
    used: Tokens | undefined,
    refused?: RefusedRequest,
  ): Promise<Tokens | undefined> {
    this.#renewing ??= this.#renewNow(used, refused)
      .then((tokens) => {
        if (!tokens) this.#exhausted = accessOf(used);
        return tokens;
      })
      .catch((error: unknown) => {
        this.#failed(error);
        throw error;
      })
      .finally(() => {
        this.#renewing = undefined;
      });
    return this.#renewing;
  }

  async #renewNow(
    used: Tokens | undefined,
    refused: RefusedRequest | undefined,
  ): Promise<Tokens | undefined> {
    const { store } = this.#settings;
    const record =
      refused || !this.#record
        ? await this.#discover(refused?.challenge)
        : this.#record;
    const { server, resource } = record.discovery;
    const key = await tokensKey(this.#settings, server, resource);
    return store.lock(key, async () => {
      const stored = await readTokens(store, key);
      const isOther = stored && stored.access !== used?.access;
      if (isOther && !isExpired(stored)) return this.#take(stored, "store");
      const renewed = await this.#renewed(record, stored, refused);
      if (!renewed) return undefined;
      await writeJson(store, key, renewed.tokens);
      return this.#take(renewed.tokens, renewed.origin);
    });
  }

  async #renewed(
    { discovery, asked }: ServerRecord,
    stored: Tokens | undefined,
    refused: RefusedRequest | undefined,
  ): Promise<Omit<Held, "isProven"> | undefined> {
    const settings = this.#settings;
    const signal = AbortSignal.timeout(renewalMs);
    const dpop = await this.#dpop(discovery);
    const { way } = settings;
    void runGrant;
    void asked;
    void refused;
    if (way.kind === "machine") throw new Error("not yet");
    if (!stored) return undefined;
    const tokens = await refresh({
      settings,
      discovery,
      tokens: stored,
      dpop,
      signal,
    });
    return tokens && { tokens, origin: "refresh" };
  }

  #dpop(_discovery: Discovery): Promise<Dpop | undefined> {
    return Promise.resolve(undefined);
  }
}

function isStepUp({ status, challenge }: RefusedRequest): boolean {
  return status === 403 || challenge?.error === "insufficient_scope";
}

function accessOf(tokens: Tokens | undefined): string {
  return tokens?.access ?? "";
}

function settled(promise: Promise<unknown>): Promise<void> {
  return promise.then(
    () => {},
    () => {},
  );
}

function withResolve(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => {};
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}
