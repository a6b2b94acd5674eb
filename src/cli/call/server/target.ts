/** A server, and how it is reached. */
export type ServerTarget = ProgramTarget | HttpTarget;

/** A program that is started, and spoken to over its standard input and output. */
export interface ProgramTarget {
  readonly kind: "program";
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

export interface HttpTarget {
  readonly kind: "http";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly login: LoginTarget;
}

/** Who the client is at the authorization server, where that is known before. */
export interface LoginTarget {
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly scopes?: readonly string[];
  readonly port?: number;
}
