import type { Target } from "./target.ts";

/**
 * What the rows of the interop table need of a client, whatever it is built on:
 * values as they come from the library, unread.
 */
export interface Driver {
  connect(target: Target): Promise<void>;
  close(): Promise<void>;
  /** The revision that was agreed on. */
  readonly revision: string | undefined;
  readonly server: Server;
  /** Every notification that has arrived, oldest first. */
  readonly heard: readonly Heard[];
  /** Everything that the library says went wrong beside the calls. */
  readonly errors: readonly Error[];

  listTools(): Promise<Named[]>;
  callTool(
    name: string,
    input?: Record<string, unknown>,
    options?: CallOptions,
  ): Promise<ToolResult>;
  listResources(): Promise<{ readonly uri: string }[]>;
  listTemplates(): Promise<{ readonly uriTemplate: string }[]>;
  readResource(uri: string): Promise<readonly unknown[]>;
  /** One page of the prompts. */
  pageOfPrompts(cursor?: string): Promise<Page>;
  getPrompt(name: string, input: Record<string, string>): Promise<unknown>;
  complete(
    ref: PromptReference | TemplateReference,
    argument: { readonly name: string; readonly value: string },
  ): Promise<readonly string[]>;

  // Only in the handshake lifecycle.
  ping(): Promise<void>;
  setLogLevel(level: "warning"): Promise<void>;
  subscribe(uri: string): Promise<void>;
  unsubscribe(uri: string): Promise<void>;
  rootsChanged(): Promise<void>;

  // Only in the stateless one.
  listen(filter: Filter): Promise<Listening>;

  // Only over Streamable HTTP with sessions.
  /** Ends the session, which the server hears of. */
  terminate(): Promise<void>;
}

export interface Server {
  readonly name: string | undefined;
  readonly version: string | undefined;
  readonly instructions: string | undefined;
  readonly capabilities: unknown;
}

export interface Heard {
  readonly method: string;
  readonly params?: unknown;
}

export interface Named {
  readonly name: string;
}

export interface Page {
  readonly prompts: readonly Named[];
  readonly nextCursor?: string | undefined;
}

export interface PromptReference {
  readonly type: "ref/prompt";
  readonly name: string;
}

export interface TemplateReference {
  readonly type: "ref/resource";
  readonly uri: string;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: {
    readonly progress: number;
    readonly total?: number | undefined;
  }) => void;
  /** Only in the stateless lifecycle. */
  readonly logLevel?: "warning";
}

/** The loosest of the libraries has an index signature. */
export interface ToolResult {
  readonly [key: string]: unknown;
  readonly content?: unknown;
  readonly structuredContent?: unknown;
  readonly isError?: unknown;
}

export interface Filter {
  readonly toolsListChanged?: boolean;
  readonly resourceSubscriptions?: string[];
}

export interface Listening {
  /** What the server says it will tell. */
  readonly honored: unknown;
  /** How it ended, in the words of the library, where that tells. */
  readonly closed?: Promise<string>;
  close(): Promise<void>;
}
