import type { HttpOptions } from "../../../../src/runtime/http.ts";
import type { HttpMode } from "../http-modes.ts";

/** What makes a server of ours answer as is measured; JSON is what it does by itself. */
export function httpOptions({ answer }: HttpMode): HttpOptions {
  switch (answer) {
    case "json":
      return {};
    case "stream":
      return { responses: "stream", eventStore: false };
    case "primed":
      return { responses: "stream" };
    default:
      return answer satisfies never;
  }
}
