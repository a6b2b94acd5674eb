import { createMemoryPair, type AnyServer } from "../../subject.ts";
import type { OpenLine } from "./lines.ts";

/** Messages within the process: what would be no JSON cannot be sent. */
export function openMemory(createServer: () => AnyServer): OpenLine {
  return async (hear) => {
    const [near, far] = createMemoryPair();
    const connection = createServer().connect(far);
    near.start({
      message: (value) => hear(JSON.stringify(value)),
      unreadable() {},
      ended() {},
      closed() {},
    });
    return {
      write: (line) => near.send(JSON.parse(line)),
      async end() {
        await near.close();
        await connection.closed;
      },
    };
  };
}
