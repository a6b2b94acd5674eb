import type { Offer, Together } from "../peer/dialect.ts";
import type { Handler } from "../peer/handlers.ts";
import type { Report } from "../protocol/timers/reports.ts";
import type {
  ProtocolTable,
  SpokenRevision,
} from "../protocol/revision/protocol-table.ts";
import type { JsonObject } from "../protocol/message.ts";
import type { OfferedList } from "../protocol/scopes/permit.ts";
import type { MayHear } from "./resource-access.ts";

/** An extension that a server can name: what `extensions` of `createServer` lists. */
export interface ServerExtension<
  Name extends string = string,
  Member extends object = object,
> {
  /** Its identifier, such as `com.example/widgets`. */
  readonly id: string;
  /** The name of its member in the server. */
  readonly name: Name;
  /** Takes part in a server: called once for each server that names it. */
  serve(host: ServerHost): ServedExtension<Member>;
  /** Has the extensions of a server take part: it comes with each, and so only to servers that name one. */
  readonly serveAll: (
    extensions: readonly ServerExtension[],
    host: ServerHost,
  ) => Together;
}

/** What a server lends to its extensions. */
export interface ServerHost {
  /**
   * Tells those who subscribed, as `publish` of the server does. With an audience, it
   * is told to them alone. Other processes of a cluster have no such function: they
   * hear of a changed list, and judge by the features of their own. Of anything else
   * with an audience they hear nothing, and so each has to tell its own clients.
   */
  publish(method: string, params?: JsonObject, audience?: MayHear): void;
  /** The features of a kind, such as `tools`. */
  list(kind: string): OfferedList | undefined;
  /** Hears what nobody else is told. */
  readonly onError: Report;
}

/** An extension at work in one server. */
export interface ServedExtension<Member extends object = object> {
  /** The revision with what the extension adds to it; the same where that is nothing. */
  extend(revision: SpokenRevision): SpokenRevision;
  /**
   * What it answers in a revision, and what is declared for that. `handles` tells
   * whether there is a handler of the user's own for a method.
   */
  offer?(
    table: ProtocolTable,
    handles: (method: string) => boolean,
  ): Offer | undefined;
  /** What stands around the handler of a method, whoever gave that; the same where that is nothing. */
  around?(method: string, handler: Handler, table: ProtocolTable): Handler;
  /**
   * Options of tools that the extension adds, and shows to clients in its own form. `tool`
   * accepts only those of this package: for others, make tools with `defineTool`, whose
   * last argument names all fields.
   */
  readonly toolOptions?: readonly string[];
  /** What the server has of it, under its name. */
  readonly member?: Member;
}

/** The members that extensions give a server, by their names. */
export type ServerMembers<Extensions extends readonly ServerExtension[]> = {
  readonly [
    // Of a list that could hold any, nothing is known.
    Each in Extensions[number] as string extends Each["name"]
      ? never
      : Each["name"]
  ]: Each extends ServerExtension<string, infer Member> ? Member : never;
};
