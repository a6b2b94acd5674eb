import type {
  Finding,
  MessageKind,
  Problem,
  ProblemCode,
  Sender,
} from "../message/finding.ts";
import type { Judge } from "./judge.ts";

/** A finding that does not know its line and its session yet. */
export type Seen = Omit<Finding, "line" | "session">;

/** The message that a finding is about. */
export interface About {
  readonly from: Sender | undefined;
  readonly kind?: MessageKind;
  readonly method?: string | undefined;
}

/** What one revision says of a message. */
export interface Verdict {
  readonly judge: Judge;
  readonly problem: Problem | undefined;
}

/** A verdict as a finding, where there is something to find. */
export function tell(
  { judge, problem }: Verdict,
  about: About,
  isDoubtful = false,
): Seen | undefined {
  if (problem === undefined) return undefined;
  const { from, kind, method } = about;
  return {
    severity: isDoubtful ? "warning" : severityOf(problem.code),
    ...problem,
    // A key can be as long as a line.
    path: problem.path.map((part) =>
      typeof part === "string" ? clip(part) : part,
    ),
    ...(from === undefined ? {} : { from }),
    ...(kind === undefined ? {} : { kind }),
    ...(method === undefined ? {} : { method: clip(method) }),
    revision: judge.revision,
  };
}

/** A text of any length as one that can be shown, or kept. */
export function clip(text: string): string {
  return text.length > 100 ? `${text.slice(0, 99)}…` : text;
}

/** An answer may cross its cancellation, and a revision may be one that is not known here. */
function severityOf(code: ProblemCode): Finding["severity"] {
  return code === "late-answer" || code === "unknown-revision"
    ? "warning"
    : "error";
}
