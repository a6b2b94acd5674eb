import { eventComment, eventHeaders } from "../answer/event-text.ts";
import type { HttpResponse, HttpStream } from "../../shared/exchange.ts";
import type { HttpHost } from "../services.ts";

/** An event stream to a client that is there: counted, and never silent for long. */
export class OpenStream {
  readonly #stream: HttpStream;
  readonly #release: () => void;
  readonly #stopBeat: () => void;
  #isSilent = false;
  #isOpen = true;

  /** `release` is what `host.openStream` gave. */
  constructor(
    host: HttpHost,
    response: HttpResponse,
    text: string,
    release: () => void,
    onGone?: (reason: Error) => void,
  ) {
    this.#release = release;
    this.#stopBeat = host.keepAlive(() => this.#beat());
    // A first comment lets client and proxies know at once that the stream is open.
    this.#stream = response.open(eventHeaders, text || eventComment);
    response.onGone((reason) => {
      this.#close();
      onGone?.(reason);
    });
  }

  /** Until it is ended, or the client is gone. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  write(text: string): void {
    this.#isSilent = false;
    this.#stream.write(text);
  }

  end(text?: string): void {
    if (!this.#isOpen) return;
    this.#close();
    this.#stream.end(text);
  }

  #beat(): void {
    if (this.#isSilent) this.#stream.write(eventComment);
    this.#isSilent = true;
  }

  #close(): void {
    this.#isOpen = false;
    this.#release();
    this.#stopBeat();
  }
}
