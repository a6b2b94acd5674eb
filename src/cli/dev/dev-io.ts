/** What `dev` has of the world. */
export interface DevIo {
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
  isWindows: boolean;
  /** What the client says. */
  stdin(): AsyncIterable<Uint8Array>;
  stdout(text: string): void;
  /** Waits until standard output takes more; whether anyone still reads it. */
  drained(): Promise<boolean>;
  /** What a server prints on its standard error. */
  stderr(text: string): void;
  /** A line of our own, for who watches. */
  note(text: string): void;
  /** Makes ready what has changed, so that the next server starts sooner. */
  prepare(path: string): Promise<void>;
  /** Ends it all. */
  signal: AbortSignal;
}
