// Reads the raw messages of two peers, whatever they are made with: typed, and checked.
import {
  chooseResult,
  classify,
  isNotificationMethod,
  isRequestMethod,
  notifications,
  requests,
  type Requests,
} from "./mcp/2025-11-25/dispatch.js";
import {
  isCallToolRequest,
  type Issue,
  validateJSONRPCErrorResponse,
} from "./mcp/2025-11-25/guards.js";

export type Side = "client" | "server";

interface Message {
  readonly id?: string | number;
  readonly method: string;
  readonly params?: unknown;
  readonly result: object;
}

/** Gives a function that says in one line what a message is, and why it is not valid. */
export function createWatch(): (from: Side, message: unknown) => string {
  /** What each side has asked, by the id. */
  const asked = {
    client: new Map<unknown, keyof Requests>(),
    server: new Map<unknown, keyof Requests>(),
  };

  function look(from: Side, message: unknown): [what: string, issue?: Issue] {
    const kind = classify(message);
    if (kind === "invalid") return ["no message of JSON-RPC"];
    // What `classify` has found.
    const { id, method, params, result } = message as Message;
    const other = asked[from === "client" ? "server" : "client"];
    switch (kind) {
      case "request": {
        if (!isRequestMethod(method)) return [`unknown request ${method}`];
        asked[from].set(id, method);
        const entry = requests[method].params;
        const isThere = params !== undefined || entry?.required === true;
        const issue = isThere ? entry?.validate(params) : undefined;
        // Typed from here on, as the schema of the revision has it.
        return isCallToolRequest(message)
          ? [`calls the tool ${message.params.name}`, issue]
          : [`asks ${method}`, issue];
      }
      case "notification": {
        if (!isNotificationMethod(method))
          return [`unknown notification ${method}`];
        return [
          `tells ${method}`,
          params ? notifications[method].params?.validate(params) : undefined,
        ];
      }
      case "result": {
        const answered = other.get(id);
        if (!answered) return ["answers what nobody asked"];
        other.delete(id);
        const entry = chooseResult(answered, result);
        return [
          `answers ${answered} with ${entry?.type ?? "?"}`,
          entry?.validate(result),
        ];
      }
      case "error":
        other.delete(id);
        return ["answers with an error", validateJSONRPCErrorResponse(message)];
    }
  }

  return (from, message) => {
    const [what, issue] = look(from, message);
    const wrong = issue && `${issue.path.join(".")}: ${issue.message}`;
    return `${from} ${what}${wrong ? ` (not valid: ${wrong})` : ""}`;
  };
}
