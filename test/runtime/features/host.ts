import { Catalog } from "../../../src/runtime/server/catalog.ts";
import type { RequestRecord } from "../../../src/runtime/peer/record.ts";
import type { HandlerContext as RequestContext } from "../../../src/runtime/peer/handler-context.ts";
import type { Feature } from "../../../src/runtime/features/feature.ts";
import type { JsonObject } from "../../../src/runtime/protocol/message.ts";
import {
  definePrompt,
  defineResource,
  defineResourceTemplate,
  defineTool,
  type DefinePrompt,
  type DefineResource,
  type DefineResourceTemplate,
  type DefineTool,
} from "../../../src/runtime/registry/index.ts";
import type * as types from "../../../generated/2026-07-28/types.ts";

/** The factories as a generated module types them. */
export const tool: DefineTool<
  types.Tool,
  types.CallToolResult,
  RequestContext
> = defineTool;
export const resource: DefineResource<
  types.Resource,
  types.ReadResourceResult,
  RequestContext
> = defineResource;
export const resourceTemplate: DefineResourceTemplate<
  types.ResourceTemplate,
  types.ReadResourceResult,
  RequestContext
> = defineResourceTemplate;
export const prompt: DefinePrompt<
  types.Prompt,
  types.GetPromptResult,
  RequestContext
> = definePrompt;

/** What differs between revisions, as far as a collection reads it. */
const newer = {
  facts: ["tool-input-errors"],
  errorCodes: {},
  requests: { "resources/read": { cacheable: true } },
};
const older = {
  facts: [],
  errorCodes: { RESOURCE_NOT_FOUND: -32002 },
  requests: { "resources/read": {} },
};

export interface TestHost {
  readonly published: string[];
  readonly errors: Error[];
  readonly capabilities: () => JsonObject;
  add(feature: Feature): void;
  remove(feature: Feature): boolean;
  /** Answers as a server would that has nothing but the registry. */
  request(
    method: string,
    params?: JsonObject,
    context?: object,
  ): Promise<JsonObject>;
}

interface TestOptions {
  readonly pageSize?: number;
  readonly revision?: "newer" | "older";
}

/** A catalog, and no more of a server than features can live on. */
export function createHost(
  features: readonly Feature[],
  { pageSize = 50, revision = "newer" }: TestOptions = {},
): TestHost {
  const published: string[] = [];
  const errors: Error[] = [];
  const catalog = new Catalog({
    pageSize,
    publish: (method) => published.push(method),
    onError: (error) => errors.push(error),
  });
  for (const feature of features) catalog.add(feature);
  return {
    published,
    errors,
    capabilities: () => catalog.capabilities,
    add: (feature) => catalog.add(feature),
    remove: (feature) => catalog.remove(feature),
    async request(method, params, context) {
      const table = revision === "newer" ? newer : older;
      const seen = {
        method,
        table,
        cancelled: false,
        isEcho: () => false,
        sink: {},
        context: { method, ...context },
        ...context,
      };
      const handler = catalog.handlers.get(method);
      if (!handler) throw new Error(`no collection answers ${method}`);
      // Collections read no more of a context than this has.
      const known = seen as unknown as RequestRecord;
      return (await handler(params, known)) as JsonObject;
    },
  };
}
