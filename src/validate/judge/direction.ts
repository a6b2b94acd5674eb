import type { NotificationEntry } from "./dispatch.ts";
import { problem, type Problem, type Sender } from "../message/finding.ts";

/** Says when a message is not its sender's to send. */
export function directionProblem(
  { direction }: NotificationEntry,
  from: Sender | undefined,
): Problem | undefined {
  switch (direction) {
    case "both":
      return undefined;
    case "clientToServer":
      return from === "server" ? wrongWay("client") : undefined;
    case "serverToClient":
      return from === "client" ? wrongWay("server") : undefined;
    case "embedded":
      return problem(
        "wrong-direction",
        "this travels inside other messages alone",
        ["method"],
      );
    case "none":
      return problem("wrong-direction", "neither side sends this", ["method"]);
    default:
      return direction satisfies never;
  }
}

function wrongWay(sender: Sender): Problem {
  const reason = `only a ${sender} sends this`;
  return problem("wrong-direction", reason, ["method"]);
}
