import { TransportError } from "../../../protocol/errors.ts";
import type { HttpStream } from "../../shared/request-response.ts";

/** Ends the connection of a client that goes on over another: what it has not read is not kept for it. */
export function dropReader(stream: HttpStream): void {
  if (stream.waiting === 0) stream.end();
  else stream.cut(new TransportError("the client came back elsewhere"));
}
