import type { Bus, BusListener } from "../../runtime/sessions/bus.ts";

/** Listener with the events that it received, in order. */
export interface Heard extends BusListener {
  readonly messages: { readonly message: string; readonly from: string }[];
  readonly gone: BusListener["gone"];
  readonly gonePeers: string[];
  missedCount: number;
}

/** Creates a listener that records events. */
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

/** Subscribes a listener that records events. */
export async function remember(bus: Bus, topic: string): Promise<Heard> {
  const heard = rememberer();
  await bus.listen(topic, heard);
  return heard;
}

/** Returns the received messages of one process, in order. */
export function messagesFrom(heard: Heard, { name }: Bus): readonly string[] {
  return heard.messages
    .filter(({ from }) => from === name)
    .map(({ message }) => message);
}
