/** Implementation of the redirect to an authorization server and back. */
export interface Login {
  /**
   * Prepares one login. `known` are redirect URIs that are already registered;
   * prefer one of them to avoid a new registration.
   */
  start(known: readonly string[], signal: AbortSignal): Promise<LoginAttempt>;
}

/** Single login attempt of a user. */
export interface LoginAttempt {
  /** Redirect URI that the authorization server sends the user back to. */
  readonly redirectUri: string;
  /**
   * Opens a URL for the user. Its `state` is unique to this attempt. Resolves
   * with the callback URL. Rejects if the user does not return in time.
   */
  visit(url: URL): Promise<URL>;
  /**
   * Releases resources. Called exactly once, after success and after failure.
   */
  end(): void;
}
