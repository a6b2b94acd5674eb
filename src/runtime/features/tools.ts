import type { Handler } from "../peer/handlers.ts";
import type { RequestRecord } from "../peer/record.ts";
import {
  ProtocolError,
  ToolError,
  UnsendableError,
  invalidParams,
  toError,
} from "../protocol/errors.ts";
import { type JsonObject, isPromiseLike } from "../protocol/message.ts";
import { visibleTo } from "../protocol/viewer.ts";
import { type Eventual, whenReady } from "../protocol/when-ready.ts";
import { text } from "./content.ts";
import {
  FeatureList,
  type ListedFeature,
  createChangeNotifier,
} from "./feature-list.ts";
import {
  type Collection,
  type CollectionHost,
  type UntypedHandler,
  callHandler,
} from "./feature.ts";
import { clip, describeIssues } from "./schema/issues.ts";
import { type Checked, type StandardSchema, isUnfit } from "./schema/schema.ts";
import {
  type ToolAnswers,
  describeFailure,
  toToolResult,
} from "./tool-result.ts";

export interface ToolFeature extends ListedFeature, ToolAnswers {
  readonly input: StandardSchema;
  readonly handler: UntypedHandler;
}

/** Creates the collection that lists and calls tools. */
export function collectTools(host: CollectionHost): Collection {
  const tools = new FeatureList<ToolFeature>(
    host,
    "tools",
    createChangeNotifier(host, "notifications/tools/list_changed"),
  );
  return {
    add(feature) {
      tools.add(feature);
      const { key, input, output } = tools.find(feature.key) ?? {};
      for (const schema of [input, output])
        schema?.tellUnchecked?.(`tool ${key}`, host);
    },
    remove: (feature) => tools.remove(feature),
    capabilities: { tools: { listChanged: true } },
    lists: { tools },
    handlers: new Map<string, Handler>([
      ["tools/list", (params, request) => tools.page(params, request)],
      [
        "tools/call",
        (params, request) => {
          // The request was validated.
          const { name, arguments: args = {} } = params as CallParams;
          return whenReady(visibleTo(tools.find(name), request), (tool) => {
            if (tool) return call(tool, args, request, host);
            throw invalidParams(`Unknown tool: ${clip(name, 128)}`);
          });
        },
      ],
    ]),
  };
}

interface CallParams {
  readonly name: string;
  readonly arguments?: JsonObject;
}

/** Calls a tool. A failure is also a result, so that the model receives it. */
function call(
  tool: ToolFeature,
  args: JsonObject,
  request: RequestRecord,
  host: CollectionHost,
): Eventual<JsonObject> {
  const fail = (error: unknown): JsonObject => {
    // An error also ends a handler that asks for input.
    const passes =
      error instanceof ProtocolError ||
      error instanceof UnsendableError ||
      request.asks;
    if (passes || request.cancelled || request.isEcho(error)) throw error;
    if (error instanceof ToolError) return failed(error.message);
    host.onError(toError(error));
    return failed(describeFailure(tool.key, error));
  };
  try {
    const result = whenReady(
      tool.input["~standard"].validate(args),
      (checked) => run(tool, checked, request, host),
    );
    return isPromiseLike(result) ? Promise.resolve(result).catch(fail) : result;
  } catch (error) {
    return fail(error);
  }
}

function run(
  tool: ToolFeature,
  checked: Checked<unknown>,
  request: RequestRecord,
  host: CollectionHost,
): Eventual<JsonObject> {
  const { key, handler } = tool;
  if (isUnfit(checked)) {
    const reason = `Invalid arguments for tool ${key}:\n${describeIssues(checked.issues)}`;
    if (request.table.facts.includes("tool-input-errors"))
      return failed(reason);
    throw invalidParams(reason);
  }
  return whenReady(
    callHandler(handler, checked.value, request.context),
    (answer) => toToolResult(tool, answer, request, host),
  );
}

function failed(reason: string): JsonObject {
  return { content: [text(reason)], isError: true };
}
