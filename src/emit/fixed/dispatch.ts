// Built from templates/emitted/dispatch.ts by `npm run build`: changes made here are lost.

import type { FixedCode } from "../print/module.ts";

export type Name =
  | "ReservedCodes"
  | "Direction"
  | "CapabilityEntry"
  | "ParamsEntry"
  | "ResultEntry"
  | "NotificationEntry"
  | "RequestEntry"
  | "SideEntry"
  | "SideRequestEntry"
  | "SideParams"
  | "SideResult"
  | "SideSends"
  | "MessageKind"
  | "classify"
  | "isRequestMethod"
  | "isNotificationMethod"
  | "chooseResult";

export const code: Readonly<Record<Name, FixedCode>> = {
  ReservedCodes: {
    name: "ReservedCodes",
    isType: true,
    needs: [],
    comment:
      "/** A range of error codes, both ends included, and the code that is sent instead. */",
    ts: "type ReservedCodes = readonly [from: number, to: number, as: number];",
  },
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
    needs: [],
    comment:
      "/** A result that answers a request; `when` tells it from the others. */",
    ts: "interface ResultEntry<Result> {\n  readonly type: string;\n  readonly when?: ResultCondition;\n  readonly is: (value: unknown) => value is Result;\n  readonly validate: (value: unknown) => guards.Issue | undefined;\n}",
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
    unexported:
      "interface RequestEntry<Params, Result> extends NotificationEntry<Params> {\n  /** In the order of choice: the first whose condition holds is meant. */\n  readonly results: readonly ResultEntry<Result>[];\n  /** The param that names what is called, such as a tool. */\n  readonly name?: string;\n  /** Whether the server may ask for the client's input before it answers. */\n  readonly input?: true;\n  /** Whether the result has to say how long it may be kept. */\n  readonly cacheable?: true;\n}",
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
    needs: [],
    ts: "interface SideResult {\n  readonly when?: ResultCondition;\n  readonly validate: (value: unknown) => guards.Issue | undefined;\n}",
  },
  SideSends: {
    name: "SideSends",
    isType: true,
    needs: ["SideResult"],
    comment: "/** What a side sends, by method, and the guards of it. */",
    ts: "interface SideSends {\n  readonly [method: string]: readonly SideResult[];\n}",
  },
  MessageKind: {
    name: "MessageKind",
    isType: true,
    needs: [],
    ts: 'type MessageKind =\n  "request" | "notification" | "result" | "error" | "invalid";',
    unexported:
      'type MessageKind = "request" | "notification" | "result" | "error" | "invalid";',
  },
  classify: {
    name: "classify",
    isType: false,
    needs: ["MessageKind"],
    comment:
      "/**\n * What a message is, by its keys. A guard cannot tell: objects are open, so a\n * request whose id is broken would pass for a notification.\n */",
    ts: 'function classify(message: unknown): MessageKind {\n  if (typeof message !== "object" || message === null) return "invalid";\n  const form = messageForm(message, Object.hasOwn);\n  switch (form) {\n    case "notification":\n    case "error":\n      return form;\n    case "request":\n    case "result": {\n      const id: unknown = Reflect.get(message, "id");\n      const hasId = typeof id === "string" || Number.isSafeInteger(id);\n      return hasId ? form : "invalid";\n    }\n    default:\n      return "invalid";\n  }\n}',
    js: 'function classify(message) {\n  if (typeof message !== "object" || message === null) return "invalid";\n  const form = messageForm(message, Object.hasOwn);\n  switch (form) {\n    case "notification":\n    case "error":\n      return form;\n    case "request":\n    case "result": {\n      const id = Reflect.get(message, "id");\n      const hasId = typeof id === "string" || Number.isSafeInteger(id);\n      return hasId ? form : "invalid";\n    }\n    default:\n      return "invalid";\n  }\n}',
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
    unexported:
      "function isNotificationMethod(method: string): method is keyof Notifications {\n  return Object.hasOwn(notifications, method);\n}",
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
    ts: 'function chooseResult<Method extends keyof Requests>(\n  method: Method,\n  result: object,\n): ResultEntry<Requests[Method]["result"]> | undefined {\n  const entries: readonly ResultEntry<Requests[Method]["result"]>[] =\n    requests[method].results;\n  return entries.find(({ when }) => isMeant(when, result));\n}',
    js: "function chooseResult(method, result) {\n  const entries = requests[method].results;\n  return entries.find(({ when }) => isMeant(when, result));\n}",
    declaration:
      'declare function chooseResult<Method extends keyof Requests>(\n  method: Method,\n  result: object,\n): ResultEntry<Requests[Method]["result"]> | undefined;',
  },
};
