/** Callbacks for messages and membership events from the other processes. */
export interface BusListener {
  /**
   * Called for each message from another process. Messages of one sender arrive in the order of
   * sending.
   */
  heard(message: string, from: string): void;
  /** Called once for each process that died without a goodbye; its work is not continued. */
  gone(process: string): void;
  /**
   * Called after messages were lost, because this process was disconnected or too slow. Cached
   * state may be outdated.
   */
  missed(): void;
}

/**
 * Message bus between the processes of a cluster. Delivers every message that was sent to a
 * living process, also after an outage of the bus.
 */
export interface Bus {
  /**
   * Unique name of this process, never reused: at most 16 letters and digits. The process
   * counts as alive from its first use of the bus on.
   */
  readonly name: string;
  /**
   * Subscribes a listener to a topic. After it resolves, no later message is missed. Errors
   * that the listener throws are reported. Returns a function that unsubscribes.
   */
  listen(topic: string, listener: BusListener): Promise<() => void>;
  /**
   * Sends a message to one process, or to all other processes. The message is durable when this
   * resolves. Resolves to false if the target process is not alive. Rejects if the bus cannot
   * be reached.
   */
  send(topic: string, message: string, to?: string): Promise<boolean>;
  /** Returns true if the process is known to be alive. Returns false after its goodbye. */
  isAlive(process: string): Promise<boolean>;
  /**
   * Short reason why the bus cannot be reached at the moment, without addresses and secrets;
   * undefined if it can be reached.
   */
  problem(): string | undefined;
  /** Leaves the bus with a goodbye; `gone` is not called in the other processes. */
  close(): Promise<void>;
}
