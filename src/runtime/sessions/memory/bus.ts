import { toError } from "../../protocol/errors.ts";
import type { BusListener } from "../bus.ts";

/** Delivery that waits for a process. */
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

/** Approximate memory of a message beyond its text, in bytes. */
const overhead = 128;

/** Queue of messages to one process, delivered in order. */
export class Mailbox {
  /** True while the process is disconnected; messages wait. */
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

  /**
   * Adds a delivery. Beyond the limit, drops all waiting messages and reports the loss to the
   * process.
   */
  put(news: News): void {
    this.#news.push(news);
    this.#bytes += sizeOf(news);
    if (this.#bytes > this.#maxBytes) this.#lose();
    void this.tell();
  }

  /** Delivers what waits, unless the process is disconnected. */
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
      // An earlier listener may have unsubscribed this one.
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

/**
 * Assumes two bytes per character. Only messages count, as notices of dead processes are never
 * dropped.
 */
function sizeOf(news: News): number {
  return news.kind === "message" ? 2 * news.message.length + overhead : 0;
}
