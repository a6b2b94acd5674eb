// Built from templates/emitted/dispatch.ts by `npm run build`: changes made here are lost.

import type { FixedCode } from "../print/module.ts";

export type Name =
  | "Direction"
  | "CapabilityEntry"
  | "ParamsEntry"
  | "ResultEntry"
  | "ResultCondition"
  | "NotificationEntry"
  | "RequestEntry"
  | "SideEntry"
  | "SideRequestEntry"
  | "SideParams"
  | "SideResult"
  | "MessageKind"
  | "classify"
  | "isRequestMethod"
  | "isNotificationMethod"
  | "chooseResult";

export const code: Readonly<Record<Name, FixedCode>> = {
  Direction: {
    name: "Direction",
    isType: true,
    needs: [],
    comment:
      "/** Who sends a message: `embedded` ones travel inside another one. */",
    ts: 'type Direction =\n  "clientToServer" | "serverToClient" | "both" | "embedded" | "none";',
  },
  CapabilityEntry: {
    name: "CapabilityEntry",
    isType: true,
    needs: [],
    comment:
      "/** The capability without which a message is not sent, and who declares it. */",
    ts: 'interface CapabilityEntry {\n  readonly side: "client" | "server" | "receiver" | "sender";\n  readonly path: readonly string[];\n  /** Whether it is a boolean; else it is an object. */\n  readonly flag: boolean;\n}',
  },
  ParamsEntry: {
    name: "ParamsEntry",
    isType: true,
    needs: [],
    comment: "/** The params of a method, and the guards of their type. */",
    ts: "interface ParamsEntry<Params> {\n  readonly type: string;\n  readonly required: boolean;\n  readonly is: (value: unknown) => value is Params;\n  readonly validate: (value: unknown) => guards.Issue | undefined;\n}",
  },
  ResultEntry: {
    name: "ResultEntry",
    isType: true,
    needs: ["ResultCondition"],
    comment:
      "/** A result that answers a request; `when` tells it from the others. */",
    ts: "interface ResultEntry<Result> {\n  readonly type: string;\n  readonly when?: ResultCondition;\n  readonly is: (value: unknown) => value is Result;\n  readonly validate: (value: unknown) => guards.Issue | undefined;\n}",
  },
  ResultCondition: {
    name: "ResultCondition",
    isType: true,
    needs: [],
    comment: "/** What a result must have to be of a type. */",
    ts: "interface ResultCondition {\n  readonly property: string;\n  /** The value of the property; any, where there is none. */\n  readonly value?: string;\n  /** Whether a result without the property is meant too. */\n  readonly orAbsent?: true;\n}",
  },
  NotificationEntry: {
    name: "NotificationEntry",
    isType: true,
    needs: ["Direction", "CapabilityEntry", "ParamsEntry"],
    ts: "interface NotificationEntry<Params> {\n  /** The name of its handler. */\n  readonly handler: string;\n  readonly direction: Direction;\n  readonly capability?: CapabilityEntry;\n  readonly params: ParamsEntry<Params>;\n}",
  },
  RequestEntry: {
    name: "RequestEntry",
    isType: true,
    needs: ["NotificationEntry", "ResultEntry"],
    ts: "interface RequestEntry<\n  Params,\n  Result,\n> extends NotificationEntry<Params> {\n  /** In the order of choice: the first whose condition holds is meant. */\n  readonly results: readonly ResultEntry<Result>[];\n  /** The param that names what is called, such as a tool. */\n  readonly name?: string;\n  /** Whether the server may ask for the client's input before it answers. */\n  readonly input?: true;\n  /** Whether the result has to say how long it may be kept. */\n  readonly cacheable?: true;\n}",
  },
  SideEntry: {
    name: "SideEntry",
    isType: true,
    needs: ["Direction", "CapabilityEntry", "SideParams"],
    comment: "/** A message, as one side of a connection sees it. */",
    ts: "interface SideEntry {\n  /** The name of its handler. */\n  readonly handler: string;\n  readonly direction: Direction;\n  readonly capability?: CapabilityEntry;\n  /** Absent on the side that does not receive the message. */\n  readonly params?: SideParams;\n}",
  },
  SideRequestEntry: {
    name: "SideRequestEntry",
    isType: true,
    needs: ["SideEntry", "SideResult"],
    ts: "interface SideRequestEntry extends SideEntry {\n  /** In the order of choice; absent on the side that does not send the request. */\n  readonly results?: readonly SideResult[];\n  /** The param that names what is called, such as a tool. */\n  readonly name?: string;\n  /** Whether the server may ask for the client's input before it answers. */\n  readonly input?: true;\n  /** Whether the result has to say how long it may be kept. */\n  readonly cacheable?: true;\n}",
  },
  SideParams: {
    name: "SideParams",
    isType: true,
    needs: [],
    ts: "interface SideParams {\n  readonly required: boolean;\n  readonly validate: (value: unknown) => guards.Issue | undefined;\n}",
  },
  SideResult: {
    name: "SideResult",
    isType: true,
    needs: ["ResultCondition"],
    ts: "interface SideResult {\n  readonly when?: ResultCondition;\n  readonly validate: (value: unknown) => guards.Issue | undefined;\n}",
  },
  MessageKind: {
    name: "MessageKind",
    isType: true,
    needs: [],
    ts: 'type MessageKind =\n  "request" | "notification" | "result" | "error" | "invalid";',
  },
  classify: {
    name: "classify",
    isType: false,
    needs: ["MessageKind"],
    comment:
      "/**\n * What a message is, by its keys. A guard cannot tell: objects are open, so a\n * request whose id is broken would pass for a notification.\n */",
    ts: 'function classify(message: unknown): MessageKind {\n  if (typeof message !== "object" || message === null) return "invalid";\n  if (Reflect.get(message, "jsonrpc") !== "2.0") return "invalid";\n  const has = (key: string): boolean => Object.hasOwn(message, key);\n  const id: unknown = Reflect.get(message, "id");\n  const hasId = typeof id === "string" || Number.isSafeInteger(id);\n  const isAnswer = has("result") || has("error");\n  if (has("method")) {\n    const method: unknown = Reflect.get(message, "method");\n    if (typeof method !== "string" || isAnswer) return "invalid";\n    if (!has("id")) return "notification";\n    return hasId ? "request" : "invalid";\n  }\n  if (!isAnswer || (has("result") && has("error"))) return "invalid";\n  if (has("error")) return "error";\n  return hasId ? "result" : "invalid";\n}',
    js: 'function classify(message) {\n  if (typeof message !== "object" || message === null) return "invalid";\n  if (Reflect.get(message, "jsonrpc") !== "2.0") return "invalid";\n  const has = (key) => Object.hasOwn(message, key);\n  const id = Reflect.get(message, "id");\n  const hasId = typeof id === "string" || Number.isSafeInteger(id);\n  const isAnswer = has("result") || has("error");\n  if (has("method")) {\n    const method = Reflect.get(message, "method");\n    if (typeof method !== "string" || isAnswer) return "invalid";\n    if (!has("id")) return "notification";\n    return hasId ? "request" : "invalid";\n  }\n  if (!isAnswer || (has("result") && has("error"))) return "invalid";\n  if (has("error")) return "error";\n  return hasId ? "result" : "invalid";\n}',
    declaration: "declare function classify(message: unknown): MessageKind;",
  },
  isRequestMethod: {
    name: "isRequestMethod",
    isType: false,
    needs: [],
    comment:
      "/** Whether a method is one of the requests: their own keys alone count. */",
    ts: "function isRequestMethod(method: string): method is keyof Requests {\n  return Object.hasOwn(requests, method);\n}",
    js: "function isRequestMethod(method) {\n  return Object.hasOwn(requests, method);\n}",
    declaration:
      "declare function isRequestMethod(\n  method: string,\n): method is keyof Requests;",
  },
  isNotificationMethod: {
    name: "isNotificationMethod",
    isType: false,
    needs: [],
    comment:
      "/** Whether a method is one of the notifications: their own keys alone count. */",
    ts: "function isNotificationMethod(\n  method: string,\n): method is keyof Notifications {\n  return Object.hasOwn(notifications, method);\n}",
    js: "function isNotificationMethod(method) {\n  return Object.hasOwn(notifications, method);\n}",
    declaration:
      "declare function isNotificationMethod(\n  method: string,\n): method is keyof Notifications;",
  },
  chooseResult: {
    name: "chooseResult",
    isType: false,
    needs: ["ResultEntry"],
    comment:
      "/**\n * The type of a result, by the method that it answers; none where the result\n * names a type that is no answer to it.\n */",
    ts: 'function chooseResult<Method extends keyof Requests>(\n  method: Method,\n  result: object,\n): ResultEntry<Requests[Method]["result"]> | undefined {\n  const entries: readonly ResultEntry<Requests[Method]["result"]>[] =\n    requests[method].results;\n  return entries.find(({ when }) => {\n    if (when === undefined) return true;\n    if (!Object.hasOwn(result, when.property)) return when.orAbsent === true;\n    const value: unknown = Reflect.get(result, when.property);\n    return when.value === undefined || value === when.value;\n  });\n}',
    js: "function chooseResult(method, result) {\n  const entries = requests[method].results;\n  return entries.find(({ when }) => {\n    if (when === undefined) return true;\n    if (!Object.hasOwn(result, when.property)) return when.orAbsent === true;\n    const value = Reflect.get(result, when.property);\n    return when.value === undefined || value === when.value;\n  });\n}",
    declaration:
      'declare function chooseResult<Method extends keyof Requests>(\n  method: Method,\n  result: object,\n): ResultEntry<Requests[Method]["result"]> | undefined;',
  },
};
