import { encodeHeaderValue } from "../../shared/header-value.ts";
import { valueAt } from "../../shared/mirrored-headers.ts";
import { isObject, type JsonObject } from "../../../protocol/message.ts";
import {
  entryOf,
  type ProtocolTable,
} from "../../../protocol/revision/protocol-table.ts";
import {
  excerpt,
  InvalidMessageError,
  toError,
} from "../../../protocol/errors.ts";
import {
  mirroredParams,
  type Mirrored,
} from "../../../features/schema/tool-schema.ts";

/** What a message without a session says of itself in headers. */
interface Described {
  readonly method: string;
  readonly params?: object;
}

/**
 * The headers that repeat a message for what lies between client and server: its
 * revision, its method, the name of what is called, and annotated arguments.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/basic/transports/streamable-http#request-metadata | Request Metadata}
 */
export function requestHeaders(
  { method, params = {} }: Described,
  revision: string,
  table: ProtocolTable | undefined,
  listed: ListedTools,
): Record<string, string> {
  const headers: Record<string, string> = { "mcp-protocol-version": revision };
  if (!table?.facts.includes("request-headers") || !isObject(params))
    return headers;
  headers["mcp-method"] = method;
  const key = entryOf(table.requests, method)?.name;
  const name = key === undefined ? undefined : params[key];
  if (typeof name !== "string") return headers;
  headers["mcp-name"] = encodeHeaderValue(name);
  if (method === "tools/call")
    for (const { path, header } of listed.mirrored(name)) {
      const text = headerText(valueAt(params["arguments"], path));
      if (text !== undefined) headers[header] = encodeHeaderValue(text);
    }
  return headers;
}

/** What is absent, null or no simple value has no header. */
function headerText(value: unknown): string | undefined {
  switch (typeof value) {
    case "string":
      return value;
    case "number":
    case "boolean":
      return String(value);
    default:
      return undefined;
  }
}

/** A bound on what a server can make a client keep. */
const maxTools = 1_000;

/** More headers than any server takes. */
const maxHeaders = 100;

const none: readonly Mirrored[] = [];

/** Which arguments of which tools have headers, as the lists of the server say. */
export class ListedTools {
  /** Of tools with such arguments; the oldest first. */
  readonly #mirrored = new Map<string, readonly Mirrored[]>();
  readonly #warn: (warning: Error) => void;

  constructor(warn: (warning: Error) => void) {
    this.#warn = warn;
  }

  mirrored(tool: string): readonly Mirrored[] {
    return this.#mirrored.get(tool) ?? none;
  }

  /** Notes what a list says of its tools, and leaves out those that nobody can call. */
  read(result: JsonObject): JsonObject {
    const { tools } = result;
    if (!Array.isArray(tools)) return result;
    const sound = tools.filter((tool) => this.#note(tool));
    return sound.length === tools.length ? result : { ...result, tools: sound };
  }

  /**
   * Whether the tool can be called.
   *
   * @see {@link https://modelcontextprotocol.io/specification/draft/basic/transports/streamable-http#schema-extension | Schema Extension}
   */
  #note(tool: unknown): boolean {
    // What is no tool at all is found by the guard of the result.
    if (!isObject(tool) || typeof tool["name"] !== "string") return true;
    const { name, inputSchema } = tool;
    this.#mirrored.delete(name);
    try {
      const mirrored = mirroredParams(inputSchema);
      if (mirrored.length > maxHeaders)
        throw new TypeError(`more than ${maxHeaders} arguments have headers`);
      if (mirrored.length > 0) this.#keep(name, mirrored);
      return true;
    } catch (cause) {
      const { message } = toError(cause);
      const told = excerpt(JSON.stringify(name));
      const reason = `the tool ${told} is left out: ${excerpt(message)}`;
      this.#warn(new InvalidMessageError(reason, [], { cause, value: tool }));
      return false;
    }
  }

  #keep(name: string, mirrored: readonly Mirrored[]): void {
    this.#mirrored.set(name, mirrored);
    if (this.#mirrored.size <= maxTools) return;
    for (const oldest of this.#mirrored.keys())
      return void this.#mirrored.delete(oldest);
  }
}
