/** A request to the client that travels inside an answer. */
export interface InputRequest {
  readonly method: string;
  readonly params?: object;
}

/** A handler's way to say that it needs the client's input first. */
export interface InputRequired {
  readonly resultType: "input_required";
  readonly inputRequests: { readonly [key: string]: InputRequest };
  /** Given back to the handler as `context.state`; JSON. */
  readonly state?: unknown;
}

/**
 * Asks the client for input before a request is answered: the handler is called
 * again, with the answers in `context.inputResponses` under the same keys and
 * with `state` in `context.state`. The client can neither read nor change it.
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
