import { toError } from "../../protocol/errors.ts";
import type { BusListener } from "../bus.ts";

/** What waits for a process: all listeners hear each in turn. */
type News =
  | {
      readonly kind: "message";
      readonly topic: string;
      readonly message: string;
      readonly from: string;
    }
  | { readonly kind: "gone"; readonly process: string }
  | { readonly kind: "missed" };

interface TopicListener {
  readonly topic: string;
  readonly listener: BusListener;
}

/** What a message costs beside its text, about. */
const overhead = 128;

/** What one process is told, in its order. */
export class Mailbox {
  /** Cannot be reached at the moment: what is told waits. */
  readonly #isAway: () => boolean;
  readonly #onError: (error: Error) => void;
  readonly #latency: () => Promise<void>;
  readonly #maxBytes: number;
  readonly #news: News[] = [];
  #listeners: readonly TopicListener[] = [];
  #bytes = 0;
  #isTelling = false;

  constructor(
    isAway: () => boolean,
    latency: () => Promise<void>,
    maxBytes: number,
    onError: (error: Error) => void,
  ) {
    this.#isAway = isAway;
    this.#latency = latency;
    this.#maxBytes = maxBytes;
    this.#onError = onError;
  }

  listen(topic: string, listener: BusListener): () => void {
    const own: TopicListener = { topic, listener };
    this.#listeners = [...this.#listeners, own];
    return () => {
      this.#listeners = this.#listeners.filter((other) => other !== own);
    };
  }

  /** What does not fit is lost with all that waits, and the process is told so. */
  put(news: News): void {
    this.#news.push(news);
    this.#bytes += sizeOf(news);
    if (this.#bytes > this.#maxBytes) this.#lose();
    void this.tell();
  }

  /** Tells what waits, unless the process is away. */
  async tell(): Promise<void> {
    if (this.#isTelling) return;
    this.#isTelling = true;
    while (this.#news.length > 0 && !this.#isAway()) {
      await this.#latency();
      while (!this.#isAway()) {
        const news = this.#news.shift();
        if (!news) break;
        this.#bytes -= sizeOf(news);
        this.#hear(news);
      }
    }
    this.#isTelling = false;
  }

  close(): void {
    this.#listeners = [];
    this.#news.length = 0;
    this.#bytes = 0;
  }

  #lose(): void {
    const gone = this.#news.filter(({ kind }) => kind === "gone");
    this.#news.splice(0, Infinity, ...gone, { kind: "missed" });
    this.#bytes = 0;
    for (const news of this.#news) this.#bytes += sizeOf(news);
  }

  #hear(news: News): void {
    for (const own of this.#listeners) {
      // One that heard before may have ended this one.
      if (!this.#listeners.includes(own)) continue;
      const { topic, listener } = own;
      try {
        if (news.kind === "gone") listener.gone(news.process);
        else if (news.kind === "missed") listener.missed();
        else if (news.topic === topic) listener.heard(news.message, news.from);
      } catch (error) {
        this.#onError(toError(error));
      }
    }
  }
}

/** A character may take two bytes; that somebody is gone is never lost. */
function sizeOf(news: News): number {
  return news.kind === "message" ? 2 * news.message.length + overhead : 0;
}
