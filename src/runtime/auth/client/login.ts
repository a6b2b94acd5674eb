/** How a person gets to an authorization server, and comes back. */
export interface Login {
  /**
   * Gets ready for one person. `known` are redirect URIs that are registered
   * already: one of them is better than a new one.
   */
  start(known: readonly string[], signal: AbortSignal): Promise<LoginAttempt>;
}

/** One person on the way to an authorization server and back. */
export interface LoginAttempt {
  /** Where the authorization server sends the person back to. */
  readonly redirectUri: string;
  /**
   * Sends the person to a URL, whose `state` is this attempt's alone, and resolves
   * with the URL that they came back to. Rejects when they do not, in time.
   */
  visit(url: URL): Promise<URL>;
  /** Lets go of what was got ready; called once, whatever happened. */
  end(): void;
}
