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
  type CurrentTokens,
  type Origin,
} from "./held.ts";
import {
  ServerStore,
  type IssuedTokens,
  type StoredTokens,
  type ServerHints,
} from "./kept-server.ts";
import { logIn } from "../code-flow/log-in.ts";
import type { Login } from "../login.ts";
import { WaitingRequests } from "./parked.ts";
import type { Preparation } from "./preparation.ts";
import { Proofs, sendWith } from "./proofs.ts";
import {
  isStepUp,
  loggedOut,
  loginRequired,
  type RefusedRequest,
} from "./refused-request.ts";
import { renew } from "./renew.ts";
import { union } from "../scopes.ts";
import { recordOfLogin, type ServerRecord } from "./server-record.ts";
import type { Settings } from "../settings.ts";
import { settled, SharedPromise, untilAborted } from "./shared.ts";
import { isDue, isExpired, type Tokens } from "./tokens.ts";

/** Authorization state of this client at one MCP server. Shared by all transports to that server. */
export class ServerAccount {
  readonly #settings: Settings;
  readonly #store: ServerStore;
  readonly #proofs: Proofs;
  #current: CurrentTokens | undefined;
  /** Access token for which no other was available without user interaction; empty string for "no token". */
  #refreshFailedFor: string | undefined;
  #renewing: Promise<Tokens | undefined> | undefined;
  #login: SharedPromise<Tokens> | undefined;
  #failure: Error | undefined;
  #failures = 0;
  readonly #scopes = new ScopeMemory();
  readonly #waiting = new WaitingRequests();

  constructor(url: string, settings: Settings) {
    this.#settings = settings;
    this.#store = new ServerStore(url, settings);
    this.#proofs = new Proofs(settings);
  }

  get url(): string {
    return this.#store.url;
  }

  /** Returns the last stored challenge of the server. */
  async lastChallenge(): Promise<BearerChallenge | undefined> {
    return (await this.#store.load())?.challenge;
  }

  /** Current tokens in memory. Reading them starts no request. */
  get tokens(): Tokens | undefined {
    return this.#current?.tokens;
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
    const tokens = this.#current?.tokens ?? (await this.#load());
    if (!tokens || !isDue(tokens)) return tokens;
    if (tokens.refresh === undefined && this.#settings.way.kind !== "machine")
      return tokens;
    const signal = whenLeft();
    try {
      return (await untilAborted(this.#renew(tokens), signal)) ?? tokens;
    } catch (error) {
      if (signal.aborted || isExpired(tokens)) throw error;
      return tokens;
    }
  }

  /** Marks a token as accepted by the server. */
  markTokenAccepted({ access }: Tokens): void {
    if (this.#current?.tokens.access === access)
      this.#current.isAccepted = true;
  }

  /**
   * Returns the tokens to retry a rejected request with. Returns undefined if
   * no other tokens are available; the rejection is then final. Rejects with an
   * AuthorizationError, or with the reason of the signal.
   */
  async tokensForRetry(refused: RefusedRequest): Promise<Tokens | undefined> {
    const { used, signal } = refused;
    for (;;) {
      signal.throwIfAborted();
      const held = this.#current;
      if (held && held.tokens.access !== used?.access) return held.tokens;
      if (this.#failure && this.#failures > refused.failures)
        throw this.#failure;
      if (this.#renewing) {
        await untilAborted(settled(this.#renewing), signal);
        continue;
      }
      if (this.#login?.isLeft === true) {
        await untilAborted(this.#login.over(), signal);
        continue;
      }
      if (!this.#login) {
        if (isStepUp(refused)) {
          if (await this.#isReplaced(used)) continue;
          const { record } = this.#store;
          if (!this.#scopes.needsNewScopes(refused, record)) return undefined;
        } else if (used && isFinal(held)) return undefined;
        else if (this.#refreshFailedFor !== accessOf(used) && !isFresh(held)) {
          await untilAborted(this.#renew(used, refused), signal);
          continue;
        }
      }
      return this.#authorize(refused);
    }
  }

  /** Runs discovery again and collects what a login needs. */
  async prepare(said: ServerHints): Promise<Preparation> {
    const record = await this.#store.discover(said);
    const { discovery } = record;
    const dpop = await this.#proofs.of(record);
    const scopes = this.#scopes.choose(
      this.#settings,
      record,
      await this.#store.tokens(),
    );
    this.#scopes.clearWanted();
    return { record, discovery, scopes, dpop };
  }

  /** Restores what a pending login needs, with the authorization server that it started with. */
  async resume({
    server,
    resource,
  }: PendingLogin): Promise<Pick<Preparation, "record" | "dpop">> {
    const known = await this.#store.load();
    const record = recordOfLogin(server, resource, known);
    return { record, dpop: await this.#proofs.of(record) };
  }

  /** Stores the tokens from a login before they are used. */
  async saveTokens(
    tokens: Tokens,
    { record, scopes }: Pick<Preparation, "record" | "scopes">,
  ): Promise<Tokens> {
    await this.#store.withTokens(record, (kept) => kept.save(tokens));
    await this.#recordScopes(record, scopes);
    return this.#setCurrent(tokens, "person");
  }

  /** Cancels a running login, deletes all stored tokens and returns them. */
  async forget(): Promise<readonly IssuedTokens[]> {
    await this.#login?.end(loggedOut(this.url));
    const record = await this.#store.load();
    const given = await this.#store.forget();
    for (const discovery of [record?.discovery, ...(record?.left ?? [])])
      if (discovery) await this.#proofs.forget(discovery);
    this.#current = undefined;
    this.#refreshFailedFor = undefined;
    this.#scopes.clear();
    return given;
  }

  /** Sends a request with tokens, and with a DPoP proof if they are bound to a key. */
  async send(
    fetch: FetchLike,
    url: string,
    init: RequestInit,
    tokens: Tokens,
  ): Promise<Response> {
    const { record } = this.#store;
    const isBound = tokens.type === "DPoP" && record;
    const dpop = isBound && (await this.#proofs.ofBound(record));
    return sendWith(tokens, dpop || undefined, { fetch, url, init });
  }

  /** True if newer tokens are available: another process that shares the store may have logged in. */
  async #isReplaced(used: Tokens | undefined): Promise<boolean> {
    const tokens = await this.#store.tokens();
    if (this.#current?.tokens.access !== used?.access) return true;
    if (!tokens || tokens.access === used?.access || isExpired(tokens))
      return false;
    this.#setCurrent(tokens, "store");
    return true;
  }

  async #authorize(refused: RefusedRequest): Promise<Tokens | undefined> {
    const { signal, isBackground, asking, used, challenge } = refused;
    const { way } = this.#settings;
    if (way.kind === "machine") return this.#renew(used, refused);
    if (isBackground || way.kind === "web") {
      // The next request reads the store again: another process may have logged
      // in.
      this.#refreshFailedFor = undefined;
      await this.#store.saveChallenge(challenge);
      if (!isBackground) throw loginRequired(this.url);
      await this.#waiting.wait(signal);
      return this.#current?.tokens;
    }
    this.#scopes.want(challenge?.scope ?? []);
    const login = (this.#login ??= this.#startLogin(refused, way.login));
    asking(true);
    try {
      return await login.join(signal);
    } finally {
      asking(false);
    }
  }

  #startLogin(refused: RefusedRequest, login: Login): SharedPromise<Tokens> {
    const shared: SharedPromise<Tokens> = new SharedPromise(async (signal) => {
      try {
        return await this.#logIn(refused, login, signal);
      } catch (error) {
        if (!signal.aborted) this.#recordFailure(error);
        throw error;
      } finally {
        this.#refreshFailedFor = undefined;
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
      if (isDenied(error)) this.#scopes.add(prepared.scopes);
      throw error;
    });
    return this.saveTokens(tokens, prepared);
  }

  async #recordScopes(
    record: ServerRecord,
    scopes: readonly string[],
  ): Promise<void> {
    this.#scopes.add(scopes);
    const asked = union(record.asked, scopes);
    await this.#store.save({ ...record, asked });
  }

  #setCurrent(tokens: Tokens, origin: Origin): Tokens {
    const since = Date.now();
    this.#current = { tokens, origin, since, isAccepted: false };
    this.#refreshFailedFor = undefined;
    this.#waiting.wake();
    return tokens;
  }

  #recordFailure(error: unknown): void {
    this.#scopes.clearWanted();
    this.#failure = toError(error);
    this.#failures++;
  }

  async #load(): Promise<Tokens | undefined> {
    const tokens = await this.#store.tokens();
    return (
      tokens && (this.#current?.tokens ?? this.#setCurrent(tokens, "store"))
    );
  }

  /** Obtains new tokens without user interaction. Returns undefined if there are none. */
  #renew(
    used: Tokens | undefined,
    refused?: RefusedRequest,
  ): Promise<Tokens | undefined> {
    this.#renewing ??= this.#renewNow(used, refused)
      .then((tokens) => {
        if (!tokens) this.#refreshFailedFor = accessOf(used);
        return tokens;
      })
      .catch((error: unknown) => {
        this.#recordFailure(error);
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
    const known = refused ? undefined : await this.#store.load();
    const record = known ?? (await this.#store.discover(refused ?? {}));
    return this.#store.withTokens(record, async (kept) => {
      const { tokens } = kept;
      const isOther = tokens && tokens.access !== used?.access;
      if (isOther && !isExpired(tokens))
        return this.#setCurrent(tokens, "store");
      const dpop = await this.#proofs.of(record, tokens?.type);
      const scopes = this.#scopes.choose(this.#settings, record, tokens);
      const settings = this.#settings;
      const asked = { settings, record, tokens, dpop, scopes };
      const renewed = await renew({ ...asked, warn: refused?.warn });
      if (!renewed) return this.#dropRefreshToken(kept);
      await kept.save(renewed);
      if (settings.way.kind !== "machine")
        return this.#setCurrent(renewed, "refresh");
      await this.#recordScopes(record, scopes);
      return this.#setCurrent(renewed, "machine");
    });
  }

  /** Deletes a rejected refresh token, so that it is not tried again. */
  async #dropRefreshToken({ tokens, save }: StoredTokens): Promise<undefined> {
    if (tokens?.refresh === undefined) return;
    const { refresh: _, ...rest } = tokens;
    await save(rest);
    if (this.#current?.tokens.access === rest.access)
      this.#current = { ...this.#current, tokens: rest };
  }
}
