import { InvalidMessageError, oneLine, toError } from "../wire/errors.ts";
import { isObject, type JsonObject } from "../wire/message.ts";
import { checkJsonSchema } from "../features/schema/check-json-schema.ts";
import { describeIssues } from "../features/schema/issues.ts";
import type { JsonSchemaValidator } from "../features/schema/json-schema.ts";

/** Bounds on what a server can make a client keep. */
const maxTools = 10_000;
const maxLength = 2 ** 24;

type Check = ReturnType<JsonSchemaValidator["compile"]>;

/** Makes the check of a schema, given as its JSON. */
export type CompileOutput = (text: string) => Check;

/**
 * Makes checks with a validator: one for all tools that have the same schema,
 * also when they are listed again.
 */
export function compileOutputs(validator: JsonSchemaValidator): CompileOutput {
  const known = new Map<string, Check>();
  let length = 0;
  return (text) => {
    const made = known.get(text);
    if (made) return made;
    const check = compile(validator, text);
    length += text.length;
    if (known.size >= maxTools || length > maxLength) {
      known.clear();
      length = text.length;
    }
    known.set(text, check);
    return check;
  };
}

function compile(validator: JsonSchemaValidator, text: string): Check {
  const schema: unknown = JSON.parse(text);
  checkJsonSchema(schema);
  // A validator may know another schema by this name.
  const { $id, ...rest } = schema;
  return validator.compile(rest);
}

/**
 * The tools of one connection that were listed with an output schema: what they
 * give is held against it.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/server/tools | Tools: Output Schema}
 */
export class ToolOutputs {
  readonly #compile: CompileOutput | undefined;
  /** The JSON of the schemas, where there is something to check them with. */
  readonly #schemas = new Map<string, string>();
  #length = 0;

  constructor(compile: CompileOutput | undefined) {
    this.#compile = compile;
  }

  /** Hears results: gives the error of one that is not what was promised. */
  hear(
    method: string,
    params: JsonObject | undefined,
    result: JsonObject,
  ): InvalidMessageError | undefined {
    if (method === "tools/list") this.#list(result["tools"]);
    if (method !== "tools/call" || this.#schemas.size === 0) return undefined;
    const name = params?.["name"];
    const schema = typeof name === "string" && this.#schemas.get(name);
    // A result without content is one that comes later.
    return schema === undefined || schema === false || !result["content"]
      ? undefined
      : this.#problem(String(name), schema, result);
  }

  /** Hears that the tools changed: what was listed holds no more. */
  changed(method: string): void {
    if (method === "notifications/tools/list_changed") {
      this.#schemas.clear();
      this.#length = 0;
    }
  }

  #list(tools: unknown): void {
    if (!Array.isArray(tools)) return;
    for (const tool of tools) {
      const { name, outputSchema } = isObject(tool) ? tool : {};
      if (typeof name !== "string") continue;
      this.#forget(name);
      if (outputSchema === undefined) continue;
      const schema = this.#compile ? JSON.stringify(outputSchema) : "";
      this.#schemas.set(name, schema);
      this.#length += name.length + schema.length;
      for (const [oldest] of this.#schemas) {
        if (this.#schemas.size <= maxTools && this.#length <= maxLength) break;
        this.#forget(oldest);
      }
    }
  }

  #forget(name: string): void {
    const schema = this.#schemas.get(name);
    if (schema === undefined) return;
    this.#schemas.delete(name);
    this.#length -= name.length + schema.length;
  }

  #problem(
    name: string,
    schema: string,
    { isError, structuredContent }: JsonObject,
  ): InvalidMessageError | undefined {
    if (isError === true) return undefined;
    if (structuredContent === undefined)
      return invalid(name, "has an output schema, and gave nothing for it");
    if (!this.#compile) return undefined;
    try {
      const issues = this.#compile(schema)(structuredContent);
      if (issues === undefined) return undefined;
      const reason = `gave what its output schema does not allow:\n`;
      return invalid(name, reason + describeIssues(issues));
    } catch (cause) {
      const reason = `has an output schema that cannot be checked: `;
      return invalid(name, reason + toError(cause).message, { cause });
    }
  }
}

function invalid(
  name: string,
  reason: string,
  options?: ErrorOptions,
): InvalidMessageError {
  return new InvalidMessageError(
    `tools/call: the tool ${oneLine(name)} ${reason}`,
    ["structuredContent"],
    options,
  );
}
