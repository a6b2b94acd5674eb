import type { Lifecycle } from "../lab/bench/echo-messages.ts";
import {
  describeMode,
  httpModes,
  type HttpMode,
} from "../lab/bench/http-modes.ts";

/** A program whose calls are measured, and its peer. */
export type Scenario = {
  readonly name: string;
  readonly lifecycle: Lifecycle;
} & (
  | {
      readonly program: "server";
      /** Form of answers over HTTP. Without it, the server uses stdio. */
      readonly answer?: HttpMode["answer"];
    }
  | { readonly program: "client"; readonly transport: "stdio" | "HTTP" }
);

const lifecycles: readonly Lifecycle[] = ["handshake", "stateless"];

export const scenarios: readonly Scenario[] = [
  ...lifecycles.map((lifecycle): Scenario => ({
    name: `server, stdio, ${lifecycle}`,
    program: "server",
    lifecycle,
  })),
  ...httpModes.map((mode): Scenario => ({
    name: `server, HTTP, ${describeMode(mode)}`,
    program: "server",
    ...mode,
  })),
  ...(["stdio", "HTTP"] as const).flatMap((transport) =>
    lifecycles.map((lifecycle): Scenario => ({
      name: `client, ${transport}, ${lifecycle}`,
      program: "client",
      lifecycle,
      transport,
    })),
  ),
];
