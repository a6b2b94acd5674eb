/** What one process hears of the others. */
export interface BusListener {
  /** A message of another process: those of one process come in the order in which it sent them. */
  heard(message: string, from: string): void;
  /** A process is gone without a word: nobody goes on with what it did. Heard once for each. */
  gone(process: string): void;
  /** Messages were lost, because this process was away or slow: what it knows of others may be old. */
  missed(): void;
}

/**
 * Tells the processes of a cluster what they have to know of each other. What was sent
 * to a process that lives is heard, also when the bus itself was away in between.
 */
export interface Bus {
  /**
   * The name of this process, which no other ever has: letters and digits, at most 16.
   * It lives from its first use of the bus on.
   */
  readonly name: string;
  /**
   * Hears what is sent about a topic. When this resolves, nothing that is sent from then
   * on is missed. What a listener throws is reported. Gives what ends this.
   */
  listen(topic: string, listener: BusListener): Promise<() => void>;
  /**
   * Sends to one process, or to all others. Durable when it resolves: false when the
   * process that it is for does not live. Rejects when the bus is away.
   */
  send(topic: string, message: string, to?: string): Promise<boolean>;
  /** Whether a process lives, as far as is known; one that said goodbye does not. */
  isAlive(process: string): Promise<boolean>;
  /** Why the bus cannot be reached at the moment, in a few words without addresses and secrets; undefined when it can. */
  problem(): string | undefined;
  /** Says goodbye: the others do not hear that it is gone. */
  close(): Promise<void>;
}
