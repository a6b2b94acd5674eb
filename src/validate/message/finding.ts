/** Who has sent a message. */
export type Sender = "client" | "server";

/** What is wrong, for a program. */
export type ProblemCode =
  | "too-long"
  | "not-utf8"
  | "not-json"
  | "cut-off"
  | "invalid-record"
  | "invalid-message"
  | "invalid-batch"
  | "unknown-method"
  | "wrong-direction"
  | "wrong-type"
  | "unknown-result"
  | "repeated-id"
  | "unknown-answer"
  | "repeated-answer"
  | "late-answer"
  | "unknown-revision";

/** Why a message is not valid: the first reason that was found. */
export interface Problem {
  /** Which problem it is, for programs. */
  readonly code: ProblemCode;
  /** Where in the message; empty for the message itself. */
  readonly path: readonly (string | number)[];
  /** What is wrong, for people. */
  readonly reason: string;
}

/** What a message is. */
export type MessageKind = "request" | "notification" | "result" | "error";

/** A message, a batch or a line that is not valid. */
export interface Finding extends Problem {
  /**
   * `warning`: what a peer may do, or what cannot be told for certain. Traffic with
   * nothing but warnings is valid.
   */
  readonly severity: "error" | "warning";
  /** Counted from 1. */
  readonly line: number;
  /** The session that the message is of, where the recording says so. */
  readonly session?: string;
  /** Absent when neither the line nor the method tells. */
  readonly from?: Sender;
  /** The place in a batch, counted from 0. */
  readonly index?: number;
  /** What the message is, as far as it can be told. */
  readonly kind?: MessageKind;
  /** Of an answer: the method of its request. */
  readonly method?: string;
  /** The revision that it was held against. */
  readonly revision?: string;
}

/** A problem of the message as a whole, or at a path in it. */
export function problem(
  code: ProblemCode,
  reason: string,
  path: readonly (string | number)[] = [],
): Problem {
  return { code, path, reason };
}
