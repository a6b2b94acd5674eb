/** One HTTP request, as each face of the transport reads it. */
export interface HttpRequest {
  /** The HTTP method, such as `POST`. */
  readonly method: string;
  /** The path and query. */
  readonly target: string;
  /**
   * Looks a header up by its name, in lower case but for `authorize`, which may
   * use any; one that was sent twice is joined by ", ".
   */
  header(name: string): string | undefined;
  /** The face's own request: a `Request`, or an `IncomingMessage`. */
  readonly native: unknown;
}

export interface HttpHeaders {
  readonly [name: string]: string;
}

/** Where the answer to one HTTP request goes: as a whole, or as a stream. One of the two, once. */
export interface HttpResponse {
  /** Answers as a whole. */
  reply(status: number, headers: HttpHeaders, body?: string): void;
  /** Answers with a stream, of status 200, that begins with the text. */
  open(headers: HttpHeaders, text: string): HttpStream;
  /**
   * Hears once that the client is gone before it has the whole answer: because
   * it closed the connection, or because it read too slowly. At once if it is.
   */
  onDisconnect(listener: (reason: Error) => void): void;
}

/** An answer that is not whole yet. What is written to a client that is gone is lost. */
export interface HttpStream {
  /** Bytes that the client has not taken yet. */
  readonly waiting: number;
  write(text: string): void;
  /** Calls back once when little of it waits for the client: at once if that is so. */
  onDrain(listener: () => void): void;
  /** Ends the answer in the middle, and drops what waits. */
  destroy(reason: Error): void;
  /** Ends the answer. */
  end(text?: string): void;
}
