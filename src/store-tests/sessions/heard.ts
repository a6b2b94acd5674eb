import type { Bus, BusListener } from "../../runtime/sessions/bus.ts";

/** What a listener has heard, in its order. */
export interface Heard extends BusListener {
  readonly messages: { readonly message: string; readonly from: string }[];
  readonly gone: BusListener["gone"];
  readonly gonePeers: string[];
  missedCount: number;
}

/** A listener that remembers. */
export function rememberer(): Heard {
  const messages: Heard["messages"] = [];
  const gonePeers: string[] = [];
  return {
    messages,
    gonePeers,
    missedCount: 0,
    heard(message, from) {
      messages.push({ message, from });
    },
    gone(process) {
      gonePeers.push(process);
    },
    missed() {
      this.missedCount++;
    },
  };
}

/** Listens, and remembers. */
export async function remember(bus: Bus, topic: string): Promise<Heard> {
  const heard = rememberer();
  await bus.listen(topic, heard);
  return heard;
}

/** The messages of one process, in the order in which they were heard. */
export function messagesFrom(heard: Heard, { name }: Bus): readonly string[] {
  return heard.messages
    .filter(({ from }) => from === name)
    .map(({ message }) => message);
}
