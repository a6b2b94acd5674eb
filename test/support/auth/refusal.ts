import type { Told } from "./scripted-http.ts";

/** What an endpoint refuses, in the words of OAuth. */
export class Refusal extends Error {
  readonly told: Exclude<Told, Function>;

  constructor(
    error: string,
    description: string,
    status = 400,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(`${error}: ${description}`);
    this.told = {
      status,
      headers,
      body: { error, error_description: description },
    };
  }
}
