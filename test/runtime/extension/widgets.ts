import type { Context } from "../../../src/runtime/index.ts";
import {
  defineExtension,
  type Extension,
  type ExtensionRows,
} from "../../../src/runtime/extension.ts";
import type { CallOptions } from "../../../src/runtime/peer/caller.ts";
import type { RequestEntry } from "../../../src/runtime/protocol/revision/protocol-table.ts";
import type { Validate } from "../../../src/runtime/protocol/issue.ts";
import { isObject } from "../../../src/runtime/protocol/message.ts";

/** An extension that nobody has: requests in both directions, a subscription, another result of a tool. */
export const id = "com.example/widgets";

export interface Widget {
  readonly widgetId: string;
  readonly colour?: string;
}

type Awaitable<Value> = Value | Promise<Value>;

interface Types {
  readonly serverHandlers: {
    getWidget?(params: Widget, context: Context): Awaitable<object>;
    countWidgets?(params: object, context: Context): Awaitable<object>;
    widgetTouched?(params: Widget, context: Context): void;
  };
  readonly clientHandlers: {
    showWidget?(params: Widget, context: Context): Awaitable<object>;
    countWidgets?(params: object, context: Context): Awaitable<object>;
    widgetChanged?(params: Widget, context: Context): void;
  };
  readonly settings: { readonly depth?: number };
  readonly serverPeer: {
    getWidget(params: Widget, options?: CallOptions): Promise<Widget>;
    countWidgets(params?: object): Promise<{ readonly count: number }>;
    readonly notify: { widgetTouched(params: Widget): Promise<void> };
  };
  readonly clientPeer: {
    showWidget(params: Widget): Promise<{ readonly shown: boolean }>;
    countWidgets(params?: object): Promise<{ readonly count: number }>;
    readonly notify: { widgetChanged(params: Widget): Promise<void> };
  };
  readonly publisher: {
    readonly notify: { widgetChanged(params: Widget): void };
  };
}

const capability = {
  side: "receiver",
  path: ["extensions", id],
  flag: false,
} as const;

/** A guard of objects that have a property of a type. */
function having(name: string, type: string): Validate {
  return (value) =>
    isObject(value) && typeof value[name] === type
      ? undefined
      : { path: [name], message: `expected a ${type}` };
}

const isWidget = having("widgetId", "string");
const results = {
  "widgets/get": [{ validate: isWidget }],
  "widgets/show": [{ validate: having("shown", "boolean") }],
  "widgets/count": [{ validate: having("count", "number") }],
};
const widget = { required: true, validate: isWidget };
const anything = { required: false, validate: (): undefined => undefined };
const alternative = [
  {
    when: { property: "resultType", value: "widget" },
    validate: isWidget,
  },
];

const get = {
  handler: "getWidget",
  direction: "clientToServer",
  capability,
  name: "widgetId",
} as const;
const show = {
  handler: "showWidget",
  direction: "serverToClient",
  capability,
} as const;
const count = { handler: "countWidgets", direction: "both" } as const;
const changed = {
  handler: "widgetChanged",
  direction: "serverToClient",
  capability,
} as const;
const touched = {
  handler: "widgetTouched",
  direction: "clientToServer",
  capability,
} as const;

function entry(
  message: Omit<RequestEntry, "params" | "results">,
  params: RequestEntry["params"],
  method?: keyof typeof results,
): RequestEntry {
  return {
    ...message,
    ...(params && { params }),
    ...(method && { results: results[method] }),
  };
}

const common = {
  results: { "tools/call": alternative },
  subscriptions: {
    "notifications/widgets": { filter: "widgetIds", param: "widgetId" },
  },
};

const serverRows: ExtensionRows = {
  ...common,
  requests: {
    "widgets/get": entry(get, widget),
    "widgets/show": entry(show, undefined, "widgets/show"),
    "widgets/count": entry(count, anything, "widgets/count"),
  },
  notifications: {
    "notifications/widgets": changed,
    "notifications/widgets/touched": { ...touched, params: widget },
  },
  sends: {
    "widgets/get": results["widgets/get"],
    "widgets/count": results["widgets/count"],
    "notifications/widgets": [{ validate: isWidget }],
  },
};

const clientRows: ExtensionRows = {
  ...common,
  requests: {
    "widgets/get": entry(get, undefined, "widgets/get"),
    "widgets/show": entry(show, widget),
    "widgets/count": entry(count, anything, "widgets/count"),
  },
  notifications: {
    "notifications/widgets": { ...changed, params: widget },
    "notifications/widgets/touched": touched,
  },
  sends: {
    "widgets/show": results["widgets/show"],
    "widgets/count": results["widgets/count"],
    "notifications/widgets/touched": [{ validate: isWidget }],
  },
};

const rows = { server: serverRows, client: clientRows };

export const widgets: Extension<"widgets", Types> = defineExtension({
  id,
  name: "widgets",
  revisions: { "2026-07-28": rows, "2025-11-25": rows, "2025-03-26": rows },
});
