import { excerpt, KnownError, toError } from "../../../protocol/errors.ts";

/**
 * Redis could not be reached, or refused a command. The message says how that is
 * mended; neither it nor anything else of the error has a password or what was sent.
 */
export class RedisError extends KnownError {
  static override readonly kin: string = "mcp-gen:RedisError";
  /** Tells it from other errors where `instanceof` cannot. */
  override readonly name = "RedisError";
  /** `away`: it cannot be reached at the moment, and may be soon; `refused`: it answered with an error. */
  readonly kind: "away" | "refused";
  /** The first word of its answer, such as `WRONGPASS`; undefined where there was none. */
  readonly code: string | undefined;
  /** Whether its memory is full: what a store of a cluster says so, too. */
  readonly isFull: boolean;

  constructor(kind: "away" | "refused", message: string, code?: string) {
    super(message);
    this.kind = kind;
    this.code = code;
    this.isFull = code === "OOM";
  }
}

/** What an attempt came to, seen from whoever may try again. */
export interface Failure {
  /** The first word of Redis' answer; undefined where the connection is at fault. */
  readonly code: string | undefined;
  /** Whether it can be otherwise in a moment. */
  readonly mayPass: boolean;
  /**
   * What it says of writes: that this Redis `refused` one, though it can be reached, or
   * that they are taken `elsewhere`. `unknown` where it says nothing of them.
   */
  readonly writes: "refused" | "elsewhere" | "unknown";
  /** For people. */
  readonly text: string;
}

/** Answers of a Redis that starts, changes its role, or is at work on something long. */
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

/** Answers of one that is not the primary, or not any more. */
const elsewhere: readonly string[] = ["READONLY", "MASTERDOWN", "UNBLOCKED"];

/** Answers of one that can be read, and takes no writes. */
const writeless: readonly string[] = ["OOM", "MISCONF", "NOREPLICAS"];

const isCluster =
  "it is one node of a cluster: give openRedis a client of the whole cluster, such as createCluster() of @redis/client makes";
const wantsPassword =
  "it asks for a user or a password: write them into the URL, as in rediss://user:password@host";

/** What whoever runs the program can do. */
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

/** Whether a Redis that answers so is there, and takes no writes. */
export function isWriteless(code: string | undefined): boolean {
  return code !== undefined && writeless.includes(code);
}

/** Looks at what a client threw: an error answer, or that there is no connection. */
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
    // Answers without a hint are about commands: they quote their names alone.
    text: hint ? `${hint} (${word})` : excerpt(message, 200),
  };
}

/** What later releases answer where earlier ones say alone that a script failed. */
function answerOf(message: string): string {
  if (message.startsWith("ERR The user executing the script"))
    return message.replace("ERR", "NOPERM");
  // Before 7, the answer of the command stands behind where that was.
  if (!message.startsWith("ERR Error running script")) return message;
  const at = message.lastIndexOf(": -");
  return at < 0 ? message : message.slice(at + 3);
}

/** Words of sockets have codes, which name no address. */
function connectionText(thrown: unknown): string {
  const { code } = toError(thrown) as { readonly code?: unknown };
  if (typeof code === "string" && /^[A-Z_\d]+$/.test(code))
    return `there is no connection (${code})`;
  return "there is no connection";
}
