/** One of the calls that the suite asks for. */
export interface ToolCall {
  readonly name: string;
  readonly arguments: Record<string, unknown>;
}

/** Reads what the suite tells a client of its scenario; throws a TypeError when no calls are in it. */
export function toolCallsOf(context: unknown): readonly ToolCall[] {
  const calls = fieldOf(context, "toolCalls");
  if (!Array.isArray(calls) || calls.length === 0)
    throw new TypeError("the suite asks for no calls");
  return calls.map(toToolCall);
}

function toToolCall(value: unknown): ToolCall {
  const name = fieldOf(value, "name");
  const given = fieldOf(value, "arguments");
  if (typeof name !== "string" || typeof given !== "object")
    throw new TypeError(`no call: ${JSON.stringify(value)}`);
  return { name, arguments: { ...given } };
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && name in value
    ? (value as Record<string, unknown>)[name] // `in` has proved it.
    : undefined;
}
