import type { StreamFollow } from "./stream-follow.ts";
import type { Replica } from "../session/replica.ts";

/** Stream readers of this process by stream name, in the order of their start. */
export class Follows {
  readonly #byName = new Map<string, Set<StreamFollow>>();

  add(follow: StreamFollow): void {
    const others = this.#byName.get(follow.name) ?? new Set();
    others.add(follow);
    this.#byName.set(follow.name, others);
    void follow.run();
  }

  remove(follow: StreamFollow): void {
    const others = this.#byName.get(follow.name);
    others?.delete(follow);
    if (others?.size === 0) this.#byName.delete(follow.name);
  }

  /** Returns the readers of one stream. */
  of(name: string): readonly StreamFollow[] {
    return [...(this.#byName.get(name) ?? [])];
  }

  /** All readers. */
  get all(): readonly StreamFollow[] {
    return [...this.#byName.values()].flatMap((some) => [...some]);
  }

  wake(name: string): void {
    for (const follow of this.of(name)) follow.wake();
  }

  wakeAll(): void {
    for (const follow of this.all) follow.wake();
  }

  /** Notifies a reader that another reader replaced it. */
  taken(name: string, reader: string): void {
    this.of(name)
      .find((follow) => follow.reader.id === reader)
      ?.taken();
  }

  /** Lets waiting readers of the stream continue, the newest first. */
  freed(name: string): void {
    for (const follow of [...this.of(name)].reverse()) follow.freed();
  }

  /**
   * Handles the death of a process: its streams may need an end, and the streams that it read
   * have no reader.
   */
  gone(): void {
    for (const follow of this.all) {
      follow.freed();
      follow.wake();
    }
  }

  /** Ends all readers, so that their clients reconnect to another process. */
  async end(): Promise<void> {
    const { all } = this;
    for (const follow of all) follow.comeBack();
    await Promise.all(all.map(({ left }) => left));
  }

  /** Closes the readers of an ended session. */
  close({ streams }: Replica): void {
    for (const follow of this.all)
      if (follow.replica.streams === streams) follow.close();
  }
}
