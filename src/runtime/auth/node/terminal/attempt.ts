import type { LoginAttempt } from "../../client/login.ts";
import { browserUrl } from "./browser-url.ts";
import { listenAtPlace, type ListeningPlace } from "./listen-at-place.ts";
import type { Waiting } from "./listener.ts";
import { redirectPlaces, type FixedPlace } from "./redirect-place.ts";
import { TerminalLoginError } from "./terminal-login-error.ts";

/** Settings of logins. */
export interface AttemptSettings {
  /** Name of the program. */
  readonly program: string;
  readonly fixed: FixedPlace;
  readonly timeoutMs: number;
  /** Shows a URL to the user, whose browser returns to this port. */
  send(url: string, port: number): Promise<void>;
}

/**
 * Starts to listen for one callback, at a registered redirect URI if possible.
 */
export async function startAttempt(
  known: readonly string[],
  signal: AbortSignal,
  settings: AttemptSettings,
): Promise<LoginAttempt> {
  signal.throwIfAborted();
  const visitor = new Visitor(settings.program);
  const places = redirectPlaces(known, settings.fixed);
  const listening = await listenAtPlace(places, visitor);
  if (signal.aborted) {
    // The caller never receives the attempt, so it cannot end it.
    listening.leave();
    signal.throwIfAborted();
  }
  return attemptAt(listening, visitor, signal, settings);
}

function attemptAt(
  listening: ListeningPlace,
  visitor: Visitor,
  signal: AbortSignal,
  { timeoutMs, send }: AttemptSettings,
): LoginAttempt {
  const { redirectUri, port } = listening;
  let rejectVisit = (_: unknown): void => {};
  let isEnded = false;
  return {
    redirectUri,
    async visit(url) {
      const shown = browserUrl(url);
      const state = stateOf(url);
      signal.throwIfAborted();
      if (isEnded || visitor.state !== undefined)
        throw new TypeError("visit may be called only once, and not after end");
      let timer: ReturnType<typeof setTimeout> | undefined;
      const abort = (): void => rejectVisit(signal.reason);
      try {
        const target = await new Promise<string>((resolve, reject) => {
          rejectVisit = reject;
          visitor.expect(state, resolve);
          signal.addEventListener("abort", abort);
          timer = setTimeout(() => reject(lateError(timeoutMs)), timeoutMs);
          send(shown, port).catch(reject);
        });
        return new URL(`${new URL(redirectUri).origin}${target}`);
      } finally {
        clearTimeout(timer);
        signal.removeEventListener("abort", abort);
        visitor.forget();
      }
    },
    end() {
      isEnded = true;
      rejectVisit(new TerminalLoginError("ended", "The login was ended"));
      listening.leave();
    },
  };
}

/** Returns the `state` of a URL, which identifies the callback. */
function stateOf(url: URL): string {
  const [state, ...others] = url.searchParams.getAll("state");
  if (!state || others.length > 0)
    throw new TypeError("url: expected exactly one `state` parameter");
  return state;
}

function lateError(timeoutMs: number): TerminalLoginError {
  return new TerminalLoginError(
    "timeout",
    `The login was not completed within ${timeoutMs / 1_000} s: try again, or increase timeoutMs`,
  );
}

/** Login that waits for its callback at a listener. */
class Visitor implements Waiting {
  readonly program: string;
  #state: string | undefined;
  #onCallback: (target: string) => void = () => {};

  constructor(program: string) {
    this.program = program;
  }

  get state(): string | undefined {
    return this.#state;
  }

  expect(state: string, onCallback: (target: string) => void): void {
    this.#state = state;
    this.#onCallback = onCallback;
  }

  arrive(target: string): void {
    this.#onCallback(target);
  }

  forget(): void {
    this.#state = undefined;
  }
}
