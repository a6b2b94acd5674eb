import { once } from "node:events";
import { PassThrough } from "node:stream";
import { createInterface } from "node:readline";
import { createByteStreamTransport, type AnyServer } from "../../subject.ts";
import type { OpenLine } from "./lines.ts";

/** Bytes within the process. */
export function openByteStream(createServer: () => AnyServer): OpenLine {
  return async (hear) => {
    const toServer = new PassThrough();
    const toClient = new PassThrough();
    const transport = createByteStreamTransport(toServer, toClient);
    const connection = createServer().connect(transport);
    const lines = createInterface({ input: toClient }).on("line", hear);
    const closed = once(lines, "close");
    return {
      write: (line) => void toServer.write(`${line}\n`),
      async end() {
        toServer.end();
        await connection.closed;
        await closed;
      },
    };
  };
}
