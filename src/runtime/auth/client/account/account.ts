import { toError } from "../../../protocol/errors.ts";
import type { FetchLike } from "../../../http/client/options.ts";
import { ScopeMemory } from "./scope-memory.ts";
import type { PendingLogin } from "../code-flow/authorize.ts";
import type { BearerChallenge } from "../discovery/challenge.ts";
import { isDenied } from "../errors.ts";
import {
  accessOf,
  isFinal,
  isFresh,
  type HeldTokens,
  type Origin,
} from "./held.ts";
import {
  KeptServer,
  type GivenTokens,
  type KeptTokens,
  type SaidByServer,
} from "./kept-server.ts";
import { logIn } from "../code-flow/log-in.ts";
import type { Login } from "../login.ts";
import { Parked } from "./parked.ts";
import type { Preparation } from "./preparation.ts";
import { Proofs, sendWith } from "./proofs.ts";
import {
  isStepUp,
  loggedOut,
  loginRequired,
  type RefusedRequest,
} from "./refused-request.ts";
import { renew } from "./renew.ts";
import { chooseScopes, union } from "../scopes.ts";
import { recordOfLogin, type ServerRecord } from "./server-record.ts";
import type { Settings } from "../settings.ts";
import { settled, Shared, unlessAborted } from "./shared.ts";
import { isDue, isExpired, type Tokens } from "./tokens.ts";

/**
 * Authorization state of this client at one MCP server. Shared by all
 * transports to that server.
 */
export class ServerAccount {
  readonly #settings: Settings;
  readonly #kept: KeptServer;
  readonly #proofs: Proofs;
  #held: HeldTokens | undefined;
  /**
   * Access token for which no other was available without user interaction;
   * empty string for "no token".
   */
  #exhausted: string | undefined;
  #renewing: Promise<Tokens | undefined> | undefined;
  #login: Shared<Tokens> | undefined;
  #failure: Error | undefined;
  #failures = 0;
  readonly #askedFor = new ScopeMemory();
  readonly #parked = new Parked();

  constructor(url: string, settings: Settings) {
    this.#settings = settings;
    this.#kept = new KeptServer(url, settings);
    this.#proofs = new Proofs(settings);
  }

  get url(): string {
    return this.#kept.url;
  }

  /** Returns the last stored challenge of the server. */
  async lastChallenge(): Promise<BearerChallenge | undefined> {
    return (await this.#kept.load())?.challenge;
  }

  /** Current tokens in memory. Reading them starts no request. */
  get tokens(): Tokens | undefined {
    return this.#held?.tokens;
  }

  /** Number of failed renewals and logins so far. */
  get failures(): number {
    return this.#failures;
  }

  /**
   * Returns the tokens for a request and renews them if they are about to
   * expire. Never starts a login. Rejects with an AuthorizationError if the
   * tokens are expired and cannot be renewed now.
   */
  async ready(whenLeft: () => AbortSignal): Promise<Tokens | undefined> {
    const tokens = this.#held?.tokens ?? (await this.#load());
    if (!tokens || !isDue(tokens)) return tokens;
    if (tokens.refresh === undefined && this.#settings.way.kind !== "machine")
      return tokens;
    const signal = whenLeft();
    try {
      return (await unlessAborted(this.#renew(tokens), signal)) ?? tokens;
    } catch (error) {
      if (signal.aborted || isExpired(tokens)) throw error;
      return tokens;
    }
  }

  /** Marks a token as accepted by the server. */
  proved({ access }: Tokens): void {
    if (this.#held?.tokens.access === access) this.#held.isProven = true;
  }

  /**
   * Returns the tokens to retry a rejected request with. Returns undefined if
   * no other tokens are available; the rejection is then final. Rejects with an
   * AuthorizationError, or with the reason of the signal.
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
          if (await this.#isReplaced(used)) continue;
          const { record } = this.#kept;
          if (!this.#askedFor.isNews(refused, record)) return undefined;
        } else if (used && isFinal(held)) return undefined;
        else if (this.#exhausted !== accessOf(used) && !isFresh(held)) {
          await unlessAborted(this.#renew(used, refused), signal);
          continue;
        }
      }
      return this.#ask(refused);
    }
  }

  /** Runs discovery again and collects what a login needs. */
  async prepare(said: SaidByServer): Promise<Preparation> {
    const record = await this.#kept.discover(said);
    const { discovery } = record;
    const dpop = await this.#proofs.of(record);
    const scopes = this.#scopes(record, await this.#kept.tokens());
    this.#askedFor.unwant();
    return { record, discovery, scopes, dpop };
  }

  /**
   * Restores what a pending login needs, with the authorization server that it
   * started with.
   */
  async resume({
    server,
    resource,
  }: PendingLogin): Promise<Pick<Preparation, "record" | "dpop">> {
    const known = await this.#kept.load();
    const record = recordOfLogin(server, resource, known);
    return { record, dpop: await this.#proofs.of(record) };
  }

  /** Stores the tokens from a login before they are used. */
  async took(
    tokens: Tokens,
    { record, scopes }: Pick<Preparation, "record" | "scopes">,
  ): Promise<Tokens> {
    await this.#kept.alone(record, (kept) => kept.keep(tokens));
    await this.#asked(record, scopes);
    return this.#take(tokens, "person");
  }

  /** Cancels a running login, deletes all stored tokens and returns them. */
  async forget(): Promise<readonly GivenTokens[]> {
    await this.#login?.end(loggedOut(this.url));
    const record = await this.#kept.load();
    const given = await this.#kept.forget();
    for (const discovery of [record?.discovery, ...(record?.left ?? [])])
      if (discovery) await this.#proofs.forget(discovery);
    this.#held = undefined;
    this.#exhausted = undefined;
    this.#askedFor.clear();
    return given;
  }

  /**
   * Sends a request with tokens, and with a DPoP proof if they are bound to a
   * key.
   */
  async send(
    fetch: FetchLike,
    url: string,
    init: RequestInit,
    tokens: Tokens,
  ): Promise<Response> {
    const { record } = this.#kept;
    const isBound = tokens.type === "DPoP" && record;
    const dpop = isBound && (await this.#proofs.ofBound(record));
    return sendWith(tokens, dpop || undefined, { fetch, url, init });
  }

  /**
   * True if newer tokens are available: another process that shares the store
   * may have logged in.
   */
  async #isReplaced(used: Tokens | undefined): Promise<boolean> {
    const tokens = await this.#kept.tokens();
    if (this.#held?.tokens.access !== used?.access) return true;
    if (!tokens || tokens.access === used?.access || isExpired(tokens))
      return false;
    this.#take(tokens, "store");
    return true;
  }

  async #ask(refused: RefusedRequest): Promise<Tokens | undefined> {
    const { signal, isBackground, asking, used, challenge } = refused;
    const { way } = this.#settings;
    if (way.kind === "machine") return this.#renew(used, refused);
    if (isBackground || way.kind === "web") {
      // The next request reads the store again: another process may have logged
      // in.
      this.#exhausted = undefined;
      await this.#kept.heard(challenge);
      if (!isBackground) throw loginRequired(this.url);
      await this.#parked.wait(signal);
      return this.#held?.tokens;
    }
    this.#askedFor.want(challenge?.scope ?? []);
    const login = (this.#login ??= this.#startLogin(refused, way.login));
    asking(true);
    try {
      return await login.join(signal);
    } finally {
      asking(false);
    }
  }

  #startLogin(refused: RefusedRequest, login: Login): Shared<Tokens> {
    const shared: Shared<Tokens> = new Shared(async (signal) => {
      try {
        return await this.#logIn(refused, login, signal);
      } catch (error) {
        if (!signal.aborted) this.#failed(error);
        throw error;
      } finally {
        this.#exhausted = undefined;
        if (this.#login === shared) this.#login = undefined;
      }
    });
    return shared;
  }

  async #logIn(
    refused: RefusedRequest,
    login: Login,
    signal: AbortSignal,
  ): Promise<Tokens> {
    const { warn } = refused;
    const prepared = await this.prepare(refused);
    const settings = this.#settings;
    const request = { ...prepared, settings, login, signal, warn };
    const tokens = await logIn(request).catch((error: unknown) => {
      if (isDenied(error)) this.#askedFor.add(prepared.scopes);
      throw error;
    });
    return this.took(tokens, prepared);
  }

  async #asked(record: ServerRecord, scopes: readonly string[]): Promise<void> {
    this.#askedFor.add(scopes);
    const asked = union(record.asked, scopes);
    await this.#kept.note({ ...record, asked });
  }

  /**
   * Chooses the scopes to request. Earlier scopes are included: another URL of
   * the same resource may have requested more for the same tokens.
   */
  #scopes(
    { discovery, asked, challenge }: ServerRecord,
    tokens: Tokens | undefined,
  ): readonly string[] {
    const { scopes, way } = this.#settings;
    return chooseScopes({
      challenged: challenge?.scope,
      supported: discovery.scopesSupported,
      wanted: scopes,
      before: union(asked, tokens?.asked ?? [], this.#askedFor.wanted),
      known: discovery.server.scopes_supported,
      isLasting: way.kind !== "machine",
    });
  }

  #take(tokens: Tokens, origin: Origin): Tokens {
    const since = Date.now();
    this.#held = { tokens, origin, since, isProven: false };
    this.#exhausted = undefined;
    this.#parked.wake();
    return tokens;
  }

  #failed(error: unknown): void {
    this.#askedFor.unwant();
    this.#failure = toError(error);
    this.#failures++;
  }

  async #load(): Promise<Tokens | undefined> {
    const tokens = await this.#kept.tokens();
    return tokens && (this.#held?.tokens ?? this.#take(tokens, "store"));
  }

  /**
   * Obtains new tokens without user interaction. Returns undefined if there are
   * none.
   */
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
    const known = refused ? undefined : await this.#kept.load();
    const record = known ?? (await this.#kept.discover(refused ?? {}));
    return this.#kept.alone(record, async (kept) => {
      const { tokens } = kept;
      const isOther = tokens && tokens.access !== used?.access;
      if (isOther && !isExpired(tokens)) return this.#take(tokens, "store");
      const dpop = await this.#proofs.of(record, tokens?.type);
      const scopes = this.#scopes(record, tokens);
      const settings = this.#settings;
      const asked = { settings, record, tokens, dpop, scopes };
      const renewed = await renew({ ...asked, warn: refused?.warn });
      if (!renewed) return this.#giveUp(kept);
      await kept.keep(renewed);
      if (settings.way.kind !== "machine")
        return this.#take(renewed, "refresh");
      await this.#asked(record, scopes);
      return this.#take(renewed, "machine");
    });
  }

  /** Deletes a rejected refresh token, so that it is not tried again. */
  async #giveUp({ tokens, keep }: KeptTokens): Promise<undefined> {
    if (tokens?.refresh === undefined) return;
    const { refresh: _, ...rest } = tokens;
    await keep(rest);
    if (this.#held?.tokens.access === rest.access)
      this.#held = { ...this.#held, tokens: rest };
  }
}
