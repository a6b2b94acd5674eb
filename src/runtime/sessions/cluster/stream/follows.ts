import type { StreamFollow } from "./stream-follow.ts";
import type { Replica } from "../session/replica.ts";

/** The clients that read streams in this process, by the streams' names: the newest last. */
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

  /** Those of one stream. */
  of(name: string): readonly StreamFollow[] {
    return [...(this.#byName.get(name) ?? [])];
  }

  /** All of them. */
  get all(): readonly StreamFollow[] {
    return [...this.#byName.values()].flatMap((some) => [...some]);
  }

  wake(name: string): void {
    for (const follow of this.of(name)) follow.wake();
  }

  wakeAll(): void {
    for (const follow of this.all) follow.wake();
  }

  /** Another reads a stream that this one read. */
  taken(name: string, reader: string): void {
    this.of(name)
      .find((follow) => follow.reader.id === reader)
      ?.taken();
  }

  /** Nobody reads a stream any more: the newest of those that wait goes on. */
  freed(name: string): void {
    for (const follow of [...this.of(name)].reverse()) follow.freed();
  }

  /** A process is gone: what it wrote may have no end, and what it read nobody reads. */
  gone(): void {
    for (const follow of this.all) {
      follow.freed();
      follow.wake();
    }
  }

  /** The process is closing: clients are to come back, to another one. */
  async end(): Promise<void> {
    const { all } = this;
    for (const follow of all) follow.comeBack();
    await Promise.all(all.map(({ left }) => left));
  }

  /** The session is over. */
  close({ streams }: Replica): void {
    for (const follow of this.all)
      if (follow.replica.streams === streams) follow.close();
  }
}
