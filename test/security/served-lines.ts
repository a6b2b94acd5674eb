import type { Server } from "../../src/runtime/server/create-server.ts";
import {
  createByteStreamTransport,
  type ByteStreamOptions,
} from "../../src/runtime/stdio/byte-stream.ts";
import { HandInput, HandOutput } from "../runtime/byte-pair.ts";
import { settle } from "../runtime/wire.ts";

type Fields = Record<string, unknown>;

export interface ServedLines {
  /** Sends a line as it is, and gives what is answered to it. */
  ask(line: string): Promise<Fields[]>;
  /** Sends a line whose answer nobody waits for. */
  send(line: string): void;
}

/** A server at the other end of a byte stream, spoken to in lines of text. */
export function servedLines(
  server: Server,
  options?: ByteStreamOptions,
): ServedLines {
  const input = new HandInput();
  const output = new HandOutput();
  server.connect(createByteStreamTransport(input, output, options));
  const send = (line: string): void => input.push(`${line}\n`);
  return {
    send,
    async ask(line) {
      output.writes.length = 0;
      send(line);
      await settle();
      await settle();
      const lines = output.writes.join("").split("\n");
      return lines.filter((one) => one !== "").map((one) => JSON.parse(one));
    },
  };
}
