import type { Offer, Together } from "../peer/dialect.ts";
import type { Handler } from "../peer/handlers.ts";
import type { Report } from "../protocol/timers/reports.ts";
import type {
  ProtocolTable,
  SpokenRevision,
} from "../protocol/revision/protocol-table.ts";
import type { JsonObject } from "../protocol/message.ts";
import type { OfferedList } from "../protocol/scopes/permit.ts";
import type { ReceiveRule } from "./resource-access.ts";

/** Extension for the option `extensions` of `createServer`. */
export interface ServerExtension<
  Name extends string = string,
  Member extends object = object,
> {
  /** Identifier, e.g. `com.example/widgets`. */
  readonly id: string;
  /** Name of its member in the server. */
  readonly name: Name;
  /** Starts the extension in a server. Called once for each server that lists it. */
  serve(host: ServerHost): ServedExtension<Member>;
  /**
   * Starts all extensions of a server. Each extension carries this function, so that
   * servers without extensions do not load it.
   */
  readonly serveAll: (
    extensions: readonly ServerExtension[],
    host: ServerHost,
  ) => Together;
}

/** Functions of a server that its extensions can use. */
export interface ServerHost {
  /**
   * Sends a notification to the subscribed clients, like `publish` of the server; with an
   * audience, only to clients in it.
   *
   * Other processes of a cluster do not receive the function. For changes of lists they use
   * the rules of their own features. For other notifications with an audience, every
   * process has to notify its own clients.
   */
  publish(method: string, params?: JsonObject, audience?: ReceiveRule): void;
  /** Returns the features of a kind, e.g. `tools`. */
  list(kind: string): OfferedList | undefined;
  /** Reports errors that no client receives. */
  readonly onError: Report;
}

/** Running extension of one server. */
export interface ServedExtension<Member extends object = object> {
  /**
   * Returns the revision with the additions of the extension, or the same revision if there
   * are none.
   */
  extend(revision: SpokenRevision): SpokenRevision;
  /**
   * Returns the handlers and capabilities of the extension in a revision. `handles` is true
   * for methods with a handler in the server's options.
   */
  offer?(
    table: ProtocolTable,
    handles: (method: string) => boolean,
  ): Offer | undefined;
  /** Wraps the handler of a method. Returns the same handler if there is nothing to add. */
  around?(method: string, handler: Handler, table: ProtocolTable): Handler;
  /**
   * Options of tools that the extension adds and sends to clients in its own form. `tool`
   * accepts only options of this package. For others, create tools with `defineTool`, whose
   * last argument names all fields.
   */
  readonly toolOptions?: readonly string[];
  /** Member that the extension adds to the server, under its name. */
  readonly member?: Member;
}

/** Members that extensions add to a server, by name. */
export type ServerMembers<Extensions extends readonly ServerExtension[]> = {
  readonly [
    // The members of a list of unknown extensions are unknown.
    Each in Extensions[number] as string extends Each["name"]
      ? never
      : Each["name"]
  ]: Each extends ServerExtension<string, infer Member> ? Member : never;
};
