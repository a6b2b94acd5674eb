/** A bound on what one session can make the server keep: calls without an answer. */
export const maxCalls = 256;
