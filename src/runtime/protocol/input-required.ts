/** A request to the client that travels inside an answer. */
export interface InputRequest {
  /** What is asked of the client, such as `elicitation/create`. */
  readonly method: string;
  /** What it is asked with. */
  readonly params?: object;
}

/** A handler's way to say that it needs the client's input first. */
export interface InputRequired {
  /** Tells it from a result. */
  readonly resultType: "input_required";
  /** The questions, by keys of your own. */
  readonly inputRequests: { readonly [key: string]: InputRequest };
  /** Given back to the handler as `context.state`; JSON. */
  readonly state?: unknown;
}

/**
 * Asks the client for input before a request is answered: return what this gives
 * from a handler. The handler is called again with the answers in
 * `context.inputResponses`, under the same keys, and with `state` in
 * `context.state`. The client can neither read nor change the state.
 *
 * @example
 * const book = tool("book", { description: "Books a trip" }, (_, context) => {
 *   const answer = context.inputResponses?.["when"];
 *   if (!answer) return inputRequired({ when: elicit(question) }, { step: 1 });
 *   return `Booked: ${JSON.stringify(answer)}`;
 * });
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/basic/patterns/mrtr | Multi Round-Trip Requests}
 */
export function inputRequired(
  inputRequests: { readonly [key: string]: InputRequest },
  state?: unknown,
): InputRequired {
  return {
    resultType: "input_required",
    inputRequests,
    ...(state !== undefined && { state }),
  };
}
