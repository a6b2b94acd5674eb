import type { CallOptions, UntypedCaller } from "./caller.ts";
import type { Context, Session } from "./context.ts";
import type { Identity } from "./identity.ts";
import type { InputRequest } from "../protocol/input-required.ts";
import type { JsonObject, RequestId } from "../protocol/message.ts";
import type { Notices } from "../protocol/timers/notices.ts";
import type { ProtocolTable } from "../protocol/revision/protocol-table.ts";
import type { SentChecks } from "../protocol/revision/sent.ts";
import type { Report } from "../protocol/timers/reports.ts";
import type { Sink } from "./transport.ts";

/**
 * What the runtime keeps of a request or notification at work. A user's handler
 * sees its context alone.
 */
export interface RequestRecord {
  /** The method of the message. */
  readonly method: string;
  /** Absent for a notification, and for what came inside a result. */
  readonly id: RequestId | undefined;
  /** As they came. */
  readonly params: unknown;
  /** The `_meta` of the message. */
  readonly meta: JsonObject;
  /** The revision that it is part of. */
  readonly table: ProtocolTable;
  /** What this side says of itself, and declares. */
  readonly identity: Identity;
  /** What this side declares. */
  readonly capabilities: JsonObject;
  /** What this side sends is checked by these. */
  readonly sent: SentChecks | undefined;
  /** The peer's name and version, by its own word. */
  readonly peerInfo: unknown;
  /** What the peer declares. */
  readonly peerCapabilities: unknown;
  /** The session that it is part of, where there is one. */
  readonly session: Session | undefined;
  /** Where its answer goes; once that is out, what takes its place is kept. */
  sink: Sink;
  /** What hears how it ends, where somebody wants to know. */
  interception?: unknown;
  /** Made when it is first read, as all that costs. */
  readonly context: Context;
  /** Makes contexts of requests like this one. */
  readonly createContext: CreateContext;
  /** Aborts when nobody waits for the answer any more, or not for long. */
  readonly signal: AbortSignal;
  /** Whether the peer took the request back, and waits for no answer. */
  readonly cancelled: boolean;
  /** Whether an error says no more than that the handler was told to come to its end. */
  isEcho(error: unknown): boolean;
  /** Whether the answer is on its way. */
  readonly ended: boolean;
  /** The typed calls that this side can make meanwhile. */
  readonly peer: unknown;
  /** Makes such calls of a caller. */
  createPeer(caller: UntypedCaller): unknown;
  /** How the handler asks in mid-call, where not in the way of the revision. */
  readonly pose?: Pose | undefined;
  /** What the handler asked for in mid-call, and has no answer to yet. */
  asks: Map<string, InputRequest> | undefined;
  /** The answers so far, by key. */
  inputResponses: JsonObject | undefined;
  /** What the handler asked to be given back. */
  state: unknown;
  /** What came of the work that it does once, by key, as JSON. */
  done: Map<string, string> | undefined;
  /** Whether a run of the handler has ended, and asked. */
  hasRun: boolean;
  /** Such work that this run of the handler has begun, by key. */
  doing: Map<string, Doing> | undefined;
  /** What its handler made, as the revision can say it; throws where it cannot. */
  complete(result: unknown): JsonObject;
  /** What its handler threw, as the revision has it. */
  refusal(error: unknown): unknown;
  /** Calls the peer as part of the request. */
  caller(): UntypedCaller;
  /** What the handler tells meanwhile. */
  readonly notices: Pick<Notices, keyof Notices>;
  /** Whether the peer wants log messages of this level. */
  wantsLog(level: unknown): boolean;
  /** Tells whoever runs this side what the peer is not told. */
  readonly report: Report;
  /** Sends a notification that belongs to the request, while it is wanted. */
  tell(method: string, params: JsonObject): void;
  /**
   * Sends a notification that does not go where the answer goes, as long as the
   * client's conversation lasts: for revisions with a handshake.
   */
  tellLater(method: string, params: JsonObject): void;
}

/** Asks the peer under a key, and gives its answer. */
export type Pose = (
  key: string,
  asked: InputRequest,
  options: CallOptions,
) => Promise<JsonObject>;

/** Work that is done once in a call. */
export interface Doing {
  /** The work itself. */
  readonly work: () => unknown;
  /** What it comes to. */
  readonly result: Promise<unknown>;
}

/** Makes what a user's handler sees of a request. */
export type CreateContext = (request: RequestRecord) => Context;
