import type { CallOptions } from "../peer/caller.ts";
import type { Offer } from "../peer/dialect.ts";
import type { Handler } from "../peer/handlers.ts";
import type { Report } from "../protocol/timers/reports.ts";
import type {
  ProtocolTable,
  SpokenRevision,
} from "../protocol/revision/protocol-table.ts";
import type { ProtocolError } from "../protocol/errors.ts";
import type { InputRequest } from "../protocol/input-required.ts";
import type { JsonObject } from "../protocol/message.ts";
import type { QuietListening } from "./subscriptions/listening.ts";
import type { Subscription } from "./subscriptions/subscription.ts";

/** An extension that a client can name: what `extensions` of `createClient` lists. */
export interface ClientExtension<
  Name extends string = string,
  Member extends object = object,
> {
  /** Its identifier, such as `com.example/widgets`. */
  readonly id: string;
  /** The name of its member in the client. */
  readonly name: Name;
  /** Takes part in a client: called once for each client that names it. */
  use(host: ClientHost): UsedExtension<Member>;
  /**
   * Has the extensions of a client take part: it comes with each, and so only to clients
   * that name one. What `defineExtension` gives; to others it says nothing of itself.
   */
  readonly useAll: (
    extensions: readonly ClientExtension[],
    lender: never,
  ) => unknown;
}

/** What a client lends to its extensions. */
export interface ClientHost {
  /** The revision that is spoken; undefined before `connect`. */
  readonly table: ProtocolTable | undefined;
  /** What the server declares; undefined before `connect`. */
  readonly serverCapabilities: unknown;
  /** The methods of the requests that the client answers now; none before `connect`. */
  readonly answered: readonly string[];
  /** Calls the server; what it sends has the form of the revision that is spoken. */
  request(
    method: string,
    params: JsonObject | undefined,
    options?: CallOptions,
  ): Promise<JsonObject>;
  /** Sends a notification. */
  notify(method: string, params: JsonObject | undefined): Promise<void>;
  /** Asks the server to tell of what the filter says. */
  listen(filter: JsonObject, options?: QuietListening): Promise<Subscription>;
  /** Has the client's handlers answer what came inside a message, with the checks of every question. */
  answer(request: InputRequest, signal: AbortSignal): Promise<JsonObject>;
  /**
   * Throws an InvalidMessageError for what is no result of the method itself. With
   * the params of its call, what a tool gives is held against its output schema too.
   */
  requireResult(
    method: string,
    result: JsonObject,
    params?: JsonObject,
  ): JsonObject;
  /** What the server listed of a tool; undefined for one that was not listed yet. */
  listedTool(name: string): JsonObject | undefined;
  /** Has somebody hear each time that the connection is over. Gives what ends that. */
  onOver(hear: () => void): () => void;
  /** Hears what nobody else is told. */
  readonly onError: Report;
}

/** An extension at work in one client. */
export interface UsedExtension<Member extends object = object> {
  /** The revision with what the extension adds to it; the same where that is nothing. */
  extend(revision: SpokenRevision): SpokenRevision;
  /**
   * What it answers and hears in a revision, and what is declared for that. `handles`
   * tells whether there is a handler of the user's own for a method.
   */
  offer?(
    table: ProtocolTable,
    handles: (method: string) => boolean,
  ): Offer | undefined;
  /** What stands around the handler of a method, whoever gave that; the same where that is nothing. */
  around?(method: string, handler: Handler, table: ProtocolTable): Handler;
  /** The params of a call before it is sent; the same where nothing is to be added. */
  prepare?(call: BegunCall): JsonObject | undefined;
  /**
   * How a call goes on whose answer is not its result yet, or an error that can be
   * mended: undefined where the answer is none of the extension's. The signal aborts
   * when the call is over.
   */
  follow?(
    call: BegunCall,
    answer: JsonObject | ProtocolError,
  ): ((signal: AbortSignal) => Promise<JsonObject>) | undefined;
  /** Hears the result of a call that was given up before it came, which no guard has seen. */
  late?(call: BegunCall, answer: JsonObject): void;
  /** What the client has of it, under its name. */
  readonly member?: Member;
}

/** A call of the client's, as its extensions see it. */
export interface BegunCall {
  /** The method that is called. */
  readonly method: string;
  /** What it is called with. */
  readonly params: JsonObject | undefined;
  /** What the caller wants of it. */
  readonly options: CallOptions;
  /** The revision that it is sent in. */
  readonly table: ProtocolTable;
}

/** The members that extensions give a client, by their names. */
export type ClientMembers<Extensions extends readonly ClientExtension[]> = {
  readonly [
    // Of a list that could hold any, nothing is known.
    Each in Extensions[number] as string extends Each["name"]
      ? never
      : Each["name"]
  ]: Each extends ClientExtension<string, infer Member> ? Member : never;
};
