/**
 * Sends one HTTP request, as `fetch` does. Whoever gives one sees each answer
 * before the client does, and may send the request again: with a new token after
 * a 401, say.
 */
export type FetchLike = (url: string, init: RequestInit) => Promise<Response>;
