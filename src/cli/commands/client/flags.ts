import type { CallFlags } from "../call/request.ts";

/** How a report is written: two of them are for what a server lists otherwise. */
export type ClientFormat = "text" | "json" | "markdown" | "github";

/** How a server is reached and logged in at, as `call` has it. */
type ReachFlags = Pick<
  CallFlags,
  | "config"
  | "revision"
  | "header"
  | "env"
  | "cwd"
  | "timeout"
  | "login"
  | "browser"
  | "clientId"
  | "scope"
  | "redirectPort"
  | "quiet"
>;

/** The options of `client`, as commander reads them. */
export interface ClientFlags extends ReachFlags {
  readonly out?: string;
  readonly name?: string;
  readonly emit?: readonly string[];
  readonly only?: readonly string[];
  readonly guards?: "on" | "off";
  readonly runtime?: string;
  readonly importExtension?: ".js" | ".ts" | "none";
  readonly docs: boolean;
  readonly check?: true;
  readonly breaking?: true;
  readonly force?: true;
  readonly format: ClientFormat;
}
