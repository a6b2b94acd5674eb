import { once } from "node:events";
import type { ServerResponse } from "node:http";

/** Sends what the web face of a server answers; who leaves is told to it. */
export async function pipe(
  from: Response,
  to: ServerResponse,
  leaving: AbortController,
): Promise<void> {
  to.on("close", () => leaving.abort());
  to.writeHead(from.status, Object.fromEntries(from.headers));
  to.flushHeaders();
  try {
    for await (const part of from.body ?? [])
      if (!to.write(part)) await once(to, "drain", { signal: leaving.signal });
    to.end();
  } catch {
    // The client is gone, or the server cut the stream.
    to.destroy();
  }
}
