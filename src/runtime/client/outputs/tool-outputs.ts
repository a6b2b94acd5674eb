import type { Report } from "../../protocol/timers/reports.ts";
import { InvalidMessageError, oneLine } from "../../protocol/errors.ts";
import { objectOf, type JsonObject } from "../../protocol/message.ts";
import { describeIssues } from "../../features/schema/issues.ts";
import type { CompileOutput } from "./compile-outputs.ts";

/** Bounds on what a server can make a client keep. */
const maxTools = 10_000;
const maxLength = 2 ** 24;

export interface ToolOutputsOptions {
  /** Makes checks, where there is something to make them with. */
  readonly compile: CompileOutput | undefined;
  /** Whether what does not fit its schema is an error, and not only told. */
  readonly isStrict: boolean;
  readonly onError: Report;
}

/**
 * The tools of one connection that were listed: what they give is held against
 * their output schemas.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/server/tools | Tools: Output Schema}
 */
export class ToolOutputs {
  readonly #options: ToolOutputsOptions;
  /** The JSON of their schemas by their names: nothing where they have none. */
  readonly #tools = new Map<string, string | undefined>();
  #length = 0;
  #isWhole = false;

  constructor(options: ToolOutputsOptions) {
    this.#options = options;
  }

  /** Whether a list has to be read before a tool is called, so that its result can be checked. */
  misses(tool: string): boolean {
    const isKnown = this.#isWhole || this.#tools.has(tool);
    return this.#options.compile !== undefined && !isKnown;
  }

  /** Hears that all tools were listed, as far as anybody can tell. */
  listed(): void {
    this.#isWhole = true;
  }

  /** Compiles what a call needs: what cannot be checked is told before it is sent. */
  prepare(tool: string): void {
    const schema = this.#tools.get(tool);
    if (schema !== undefined) this.#options.compile?.(tool, schema);
  }

  /**
   * Hears results: gives the error of one that is not what was promised. Where that
   * is no reason to refuse it, the error is told.
   */
  hear(
    method: string,
    params: JsonObject | undefined,
    result: JsonObject,
  ): InvalidMessageError | undefined {
    if (method === "tools/list") this.#list(result["tools"]);
    if (method !== "tools/call" || this.#tools.size === 0) return undefined;
    const name = params?.["name"];
    // A result without content is one that comes later.
    if (typeof name !== "string" || !result["content"]) return undefined;
    const error = this.#problem(name, result);
    if (!error || this.#options.isStrict) return error;
    this.#options.onError(error, { kind: "unfit output", key: name });
    return undefined;
  }

  /** Hears that the tools changed: what was listed holds no more. */
  changed(method: string): void {
    if (method === "notifications/tools/list_changed") {
      this.#tools.clear();
      this.#length = 0;
      this.#isWhole = false;
    }
  }

  #list(tools: unknown): void {
    if (!Array.isArray(tools)) return;
    for (const tool of tools) {
      const { name, outputSchema } = objectOf(tool);
      if (typeof name !== "string") continue;
      this.#forget(name);
      const { compile } = this.#options;
      if (outputSchema === undefined && !compile) continue;
      const schema = compile ? JSON.stringify(outputSchema) : "";
      this.#tools.set(name, schema);
      this.#length += lengthOf(name, schema);
      for (const [oldest] of this.#tools) {
        if (this.#tools.size <= maxTools && this.#length <= maxLength) break;
        this.#forget(oldest);
      }
    }
  }

  #forget(name: string): void {
    if (!this.#tools.has(name)) return;
    this.#length -= lengthOf(name, this.#tools.get(name));
    this.#tools.delete(name);
  }

  #problem(name: string, result: JsonObject): InvalidMessageError | undefined {
    const schema = this.#tools.get(name);
    const { isError, structuredContent } = result;
    if (isError === true || schema === undefined) return undefined;
    if (structuredContent === undefined)
      return invalid(
        name,
        "has an output schema, and gave nothing for it",
        result,
      );
    const issues = this.#options.compile?.(name, schema)(structuredContent);
    if (issues === undefined) return undefined;
    // On one line, for logs.
    const list = describeIssues(issues).replace(/^- /gm, "").split("\n");
    const reason = `gave what its output schema does not allow: `;
    return invalid(name, reason + list.join("; "), result);
  }
}

function lengthOf(name: string, schema: string | undefined): number {
  return name.length + (schema?.length ?? 0);
}

function invalid(
  name: string,
  reason: string,
  value: JsonObject,
): InvalidMessageError {
  return new InvalidMessageError(
    `tools/call: the tool ${oneLine(name)} ${reason}`,
    ["structuredContent"],
    { value },
  );
}
