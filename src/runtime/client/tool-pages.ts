import type { CallRequest } from "../peer/call.ts";
import type { JsonObject } from "../protocol/message.ts";
import type { Link } from "./link.ts";

/** A bound on how long a list a server can make a client read. */
const maxPages = 100;

/** The pages of the list of tools, each asked for when it is wanted. */
export async function* toolPages(
  { connection }: Link,
  asked: Pick<CallRequest, "exchange" | "options">,
): AsyncGenerator<JsonObject, void, undefined> {
  let params = {};
  for (let count = 0; count < maxPages; count++) {
    const page = await connection.outgoing.request({
      method: "tools/list",
      params,
      ...asked,
    });
    yield page;
    const { nextCursor: cursor } = page;
    if (typeof cursor !== "string") return;
    params = { cursor };
  }
}
