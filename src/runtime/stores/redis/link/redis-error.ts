import { excerpt, KnownError, toError } from "../../../protocol/errors.ts";

/**
 * Error of a Redis that cannot be reached, or that rejected a command. The message says how to
 * fix it. The error never contains a password or the sent data.
 */
export class RedisError extends KnownError {
  static override readonly kin: string = "mcp-gen:RedisError";
  /** Identifies the error if `instanceof` cannot. */
  override readonly name = "RedisError";
  /**
   * `away`: Redis cannot be reached at the moment, and may be soon; `refused`: it replied with
   * an error.
   */
  readonly kind: "away" | "refused";
  /** Error code of the reply, such as `WRONGPASS`; undefined without a reply. */
  readonly code: string | undefined;
  /** True if the memory of Redis is full; stores of a cluster have this property too. */
  readonly isFull: boolean;

  constructor(kind: "away" | "refused", message: string, code?: string) {
    super(message);
    this.kind = kind;
    this.code = code;
    this.isFull = code === "OOM";
  }
}

/** Failed attempt, as far as it matters for a retry. */
export interface Failure {
  /** Error code of the reply; undefined for a connection failure. */
  readonly code: string | undefined;
  /** True if a retry may succeed soon. */
  readonly mayPass: boolean;
  /**
   * Meaning for writes: `refused` if this Redis can be reached but rejected a write,
   * `elsewhere` if another server accepts writes, `unknown` otherwise.
   */
  readonly writes: "refused" | "elsewhere" | "unknown";
  /** Human-readable reason. */
  readonly text: string;
}

/** Error codes of a Redis that starts, changes its role, or is busy. */
const passing: readonly string[] = [
  "LOADING",
  "READONLY",
  "BUSY",
  "CLUSTERDOWN",
  "TRYAGAIN",
  "MASTERDOWN",
  "UNBLOCKED",
  "NOREPLICAS",
  "MISCONF",
];

/** Error codes of a Redis that is not the primary. */
const elsewhere: readonly string[] = ["READONLY", "MASTERDOWN", "UNBLOCKED"];

/** Error codes of a Redis that can be read but accepts no writes. */
const writeless: readonly string[] = ["OOM", "MISCONF", "NOREPLICAS"];

const isCluster =
  "it is one node of a cluster: give openRedis a client of the whole cluster, such as createCluster() of @redis/client makes";
const wantsPassword =
  "it asks for a user or a password: write them into the URL, as in rediss://user:password@host";

/** Hints for the operator of the program, by error code. */
const hints: Readonly<Record<string, string>> = {
  LOADING: "it still loads what it kept",
  READONLY: "it is a replica, which takes no writes: connect to the primary",
  BUSY: "a script of another program keeps it busy",
  CLUSTERDOWN: "its cluster does not have all slots",
  MASTERDOWN: "it is a replica that has lost its primary",
  TRYAGAIN: "its cluster moves keys just now",
  UNBLOCKED: "it has changed its role",
  MOVED: isCluster,
  ASK: isCluster,
  CROSSSLOT: isCluster,
  NOAUTH: wantsPassword,
  WRONGPASS:
    "it knows no such user, or another password: write them into the URL, as in rediss://user:password@host",
  NOPERM: "the user may not do this: let it run scripts on keys of the prefix",
  OOM: "its memory is full: raise maxmemory, or lower the bounds of what is kept there",
  MISCONF:
    "it cannot write to its disk, and takes no writes meanwhile: make room there, or see its log",
  NOREPLICAS:
    "it takes no writes, because it has fewer replicas than its min-replicas-to-write: see to them",
};

/** Returns true for the error code of a Redis that can be reached but accepts no writes. */
export function isWriteless(code: string | undefined): boolean {
  return code !== undefined && writeless.includes(code);
}

/** Classifies an error of a client: an error reply or a connection failure. */
export function failureOf(thrown: unknown): Failure {
  const message = answerOf(toError(thrown).message);
  const [word = ""] = message.split(" ", 1);
  const isAnswer = /^[A-Z][A-Z\d]+$/.test(word) && message !== word;
  if (!isAnswer)
    return {
      code: undefined,
      mayPass: true,
      writes: "unknown",
      text: connectionText(thrown),
    };
  const hint = hints[word];
  return {
    code: word,
    mayPass: passing.includes(word),
    writes: elsewhere.includes(word)
      ? "elsewhere"
      : isWriteless(word)
        ? "refused"
        : "unknown",
    // Replies without a hint are about commands, and quote only their names.
    text: hint ? `${hint} (${word})` : excerpt(message, 200),
  };
}

/** Returns the error of a failed script in the form of newer releases. */
function answerOf(message: string): string {
  if (message.startsWith("ERR The user executing the script"))
    return message.replace("ERR", "NOPERM");
  // Before Redis 7, the error of the command follows its position in the script.
  if (!message.startsWith("ERR Error running script")) return message;
  const at = message.lastIndexOf(": -");
  return at < 0 ? message : message.slice(at + 3);
}

/** Returns the error code of the socket, which contains no address. */
function connectionText(thrown: unknown): string {
  const { code } = toError(thrown) as { readonly code?: unknown };
  if (typeof code === "string" && /^[A-Z_\d]+$/.test(code))
    return `there is no connection (${code})`;
  return "there is no connection";
}
