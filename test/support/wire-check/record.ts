import type { ProtocolTable } from "../../../src/runtime/protocol-table.ts";
import type { Receiver, Transport } from "../../../src/runtime/transport.ts";
import { textOf } from "./read.ts";
import { openRecording, type Side } from "./recording.ts";

export interface RecordOptions {
  readonly side: Side;
  readonly tables?: readonly ProtocolTable[];
}

/** The same transport, with everything that our side sends and hears written down. */
export function recordTransport(
  transport: Transport,
  { side, tables = [] }: RecordOptions,
): Transport {
  const recording = openRecording(side, tables);

  /** A transport may deliver the answer before `send` returns. */
  function send(target: Pick<Transport, "send">, message: unknown): void {
    const entry = recording.write("ours", textOf(message));
    try {
      // Only what the caller gave goes on; the parameter's type is the runtime's affair.
      target.send(message as never);
    } catch (error) {
      recording.drop(entry);
      throw error;
    }
  }

  function listener(receiver: Receiver): Receiver {
    return override(receiver, {
      message(value: unknown, sink?: Pick<Transport, "send">) {
        recording.write("peer", textOf(value));
        const given = sink && override(sink, { send: sendTo(sink) });
        receiver.message(value, ...(given ? [given as never] : []));
      },
      unreadable(reason: string) {
        recording.write("peer", undefined);
        receiver.unreadable(reason);
      },
    });
  }

  const sendTo = (target: Pick<Transport, "send">) => (message: unknown) =>
    send(target, message);

  return override(transport, {
    send: sendTo(transport),
    start: (receiver: Receiver) => transport.start(listener(receiver)),
  });
}

/** The object with some methods replaced; the others still see the object itself. */
function override<Value extends object>(
  value: Value,
  replaced: { readonly [name: string]: unknown },
): Value {
  return new Proxy(value, {
    get(target, name) {
      if (typeof name === "string" && Object.hasOwn(replaced, name)) {
        return replaced[name];
      }
      const found: unknown = Reflect.get(target, name, target);
      if (typeof found !== "function") return found;
      return (...given: unknown[]) => Reflect.apply(found, target, given);
    },
  });
}
