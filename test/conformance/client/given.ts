import { isObject } from "../../../src/runtime/protocol/message.ts";

/** What the suite gives a client that a user would have: credentials, and what tools are to be called with. */
export class Given {
  readonly #fields: Readonly<Record<string, unknown>>;

  /** Reads the text that the suite hands over; throws a TypeError for what is no object. */
  constructor(text: string) {
    const value: unknown = JSON.parse(text);
    if (!isObject(value)) throw new TypeError("the suite gives no object");
    this.#fields = value;
  }

  /** A credential by its name; throws a TypeError where there is none. */
  text(name: string): string {
    const value = this.#fields[name];
    if (typeof value === "string") return value;
    throw new TypeError(`the suite gives no ${name}`);
  }

  has(name: string): boolean {
    return this.#fields[name] !== undefined;
  }

  /** What a tool is to be called with, if anything was said of it. */
  argumentsOf(tool: string): Record<string, unknown> | undefined {
    const calls = this.#fields["toolCalls"];
    if (!Array.isArray(calls)) return undefined;
    const call: unknown = calls.find(
      (one: unknown) => isObject(one) && one["name"] === tool,
    );
    const given = isObject(call) ? call["arguments"] : undefined;
    return isObject(given) ? { ...given } : undefined;
  }
}
