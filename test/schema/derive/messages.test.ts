import { expect, test } from "vitest";
import type { Direction } from "../../../src/schema/model/index.ts";
import { derive, envelope } from "./derived.ts";

const unions = (text: string): string => `${envelope}
interface PingRequest extends Request { method: "ping" }
interface TickNotification extends Notification { method: "tick" }
interface EmptyResult {}
${text}`;

test.each<[string, { given: string; want: [Direction, Direction] }]>([
  [
    "client messages",
    {
      given: `type ClientRequest = PingRequest;
        type ClientNotification = TickNotification;`,
      want: ["clientToServer", "clientToServer"],
    },
  ],
  [
    "server messages",
    {
      given: `type ServerRequest = PingRequest | Other;
        type ServerNotification = Other | TickNotification;
        interface Other {}`,
      want: ["serverToClient", "serverToClient"],
    },
  ],
  [
    "messages of both",
    {
      given: `type ClientRequest = PingRequest; type ServerRequest = PingRequest;
        type ClientNotification = TickNotification; type ServerNotification = TickNotification;`,
      want: ["both", "both"],
    },
  ],
  [
    "messages behind another union",
    {
      given: `type ClientRequest = Some; type Some = Others | PingRequest;
        type Others = TickNotification | string;`,
      want: ["clientToServer", "clientToServer"],
    },
  ],
  [
    "requests inside another message; notifications travel alone",
    {
      given: `type InputRequest = PingRequest | TickNotification;`,
      want: ["embedded", "none"],
    },
  ],
  [
    "a direction goes before being embedded",
    {
      given: `type InputRequest = PingRequest | TickNotification;
        type ServerRequest = PingRequest; type ServerNotification = TickNotification;`,
      want: ["serverToClient", "serverToClient"],
    },
  ],
  [
    "messages that interfaces stand for",
    {
      given: `interface ClientRequest extends PingRequest {}
        interface ServerNotification extends TickNotification {}`,
      want: ["clientToServer", "serverToClient"],
    },
  ],
  [
    "messages in no union",
    { given: `type JSONRPCMessage = PingRequest;`, want: ["none", "none"] },
  ],
])("direction: %s", (_, { given, want }) => {
  const { protocol } = derive(unions(given));
  const [request] = protocol.requests;
  const [notification] = protocol.notifications;
  expect([request?.direction, notification?.direction]).toEqual(want);
});

test.each<[string, { given: string; want: "request" | "notification" }]>([
  [
    "by heritage, whatever the name says",
    {
      given: `interface OddNotification extends Request { method: "odd" }`,
      want: "request",
    },
  ],
  [
    "by heritage through other bases",
    {
      given: `interface Paged extends Notification {}
        interface Odd extends Paged { method: "odd" }`,
      want: "notification",
    },
  ],
  [
    "by heritage of an intersection",
    {
      given: `type Odd = Notification & { method: "odd" };`,
      want: "notification",
    },
  ],
  [
    "by heritage behind Omit",
    {
      given: `interface Odd extends Omit<Request, "params"> { method: "odd" }`,
      want: "request",
    },
  ],
  [
    "by its union",
    {
      given: `interface Odd { method: "odd" } type ServerNotification = Odd;`,
      want: "notification",
    },
  ],
  [
    "by its name",
    {
      given: `interface OddNotification { method: "odd" }`,
      want: "notification",
    },
  ],
  [
    "by its method",
    {
      given: `interface Odd { method: "notifications/odd" }`,
      want: "notification",
    },
  ],
  [
    "a request by default",
    { given: `interface Odd { method: "odd" }`, want: "request" },
  ],
])("kind: %s", (_, { given, want }) => {
  const { requests, notifications } = derive(envelope + given).protocol;
  const found = {
    request: requests.map(({ type }) => type),
    notification: notifications.map(({ type }) => type),
  };
  expect(found[want]).toHaveLength(1);
  expect([...requests, ...notifications]).toHaveLength(1);
});

test.each<[string, { given: string; want: string | undefined }]>([
  ["a literal", { given: `interface ARequest { method: "a" }`, want: "a" }],
  [
    "a constant",
    {
      given: `const A = "a"; interface ARequest { method: typeof A }`,
      want: "a",
    },
  ],
  [
    "an alias",
    {
      given: `type A = "a"; interface ARequest { method: A }`,
      want: "a",
    },
  ],
  [
    "a member of an enum",
    {
      given: `enum Methods { A = "a" } interface ARequest { method: Methods.A }`,
      want: "a",
    },
  ],
  [
    "of a base",
    {
      given: `interface Base { method: string } interface ARequest extends Base { method: "a" }`,
      want: "a",
    },
  ],
  [
    "any string",
    { given: `interface ARequest { method: string }`, want: undefined },
  ],
  [
    "several strings",
    { given: `interface ARequest { method: "a" | "b" }`, want: undefined },
  ],
  ["a number", { given: `interface ARequest { method: 1 }`, want: undefined }],
])("method: %s", (_, { given, want }) => {
  expect(derive(given).protocol.requests[0]?.method).toBe(want);
});

test.each([
  ["CallToolRequest", "callTool"],
  ["PingRequest", "ping"],
  ["URLRequest", "url"],
  ["URLOpenedRequest", "urlOpened"],
  ["X2YRequest", "x2Y"],
  ["_LowRequest", "_Low"],
  ["Odd", "odd"],
  ["requestRequest", "request"],
  ["TickedNotification", "tickedNotification"],
])("the handler of the request %s is %s", (type, handler) => {
  const given = `interface ${type} extends Request { method: "a" }`;
  expect(derive(envelope + given).protocol.requests[0]?.handler).toBe(handler);
});

test("messages keep the order of the source", () => {
  const { requests } = derive(`${envelope}
    interface BRequest extends Request { method: "b" }
    interface ARequest extends Request { method: "a" }
    type ClientRequest = ARequest | BRequest;`).protocol;
  expect(requests.map(({ method }) => method)).toEqual(["b", "a"]);
});

test("a request with an envelope of its own, in a union that nobody knows, is doubted", () => {
  const { protocol, diagnostics } = derive(`${envelope}
    interface JSONRPCRequest extends Request { jsonrpc: "2.0"; id: string }
    interface AResult {}
    interface ARequest extends JSONRPCRequest { method: "a" }
    type MessagesFromClient = ARequest;`);
  expect(protocol.requests[0]?.direction).toBe("embedded");
  expect(diagnostics.map(({ code }) => code)).toContain("method-without-union");
});

test("a deep chain of interfaces is followed to its end", () => {
  const chain = Array.from({ length: 1500 }, (_, index) =>
    index === 0
      ? "interface I0 extends Request {}"
      : `interface I${index} extends I${index - 1} {}`,
  );
  const last = `interface LastRequest extends I1499 { method: "last" }`;
  const { protocol } = derive(`${envelope} ${chain.join("\n")} ${last}`);
  expect(protocol.requests.map(({ method }) => method)).toEqual(["last"]);
});

const ask = (name: string, more = ""): string =>
  `interface ${name} extends Request { method: "ask" ${more} }`;

test.each<[string, { given: string; want: string; fact?: string }]>([
  [
    "the one that a union names",
    {
      given: `${ask("OldAskRequest")} ${ask("AskRequest")}
        type ClientRequest = AskRequest;`,
      want: "AskRequest clientToServer, OldAskRequest apart",
    },
  ],
  [
    "the first, whatever comes after it",
    {
      given: `${ask("AskRequest")} ${ask("A")} ${ask("B")}
        type Others = A | B; type ServerRequest = AskRequest;`,
      want: "AskRequest serverToClient, A apart, B apart",
    },
  ],
  [
    "a form of the other one",
    {
      given: `${ask("AskRequest")} type Asking = AskRequest & { id: string };
        type ClientRequest = Asking;`,
      want: "Asking clientToServer, AskRequest apart",
    },
  ],
  [
    "of a request and a notification too",
    {
      given: `${ask("AskRequest")}
        interface AskNotification extends Notification { method: "ask" }
        type ServerNotification = AskNotification;`,
      want: "AskNotification serverToClient, AskRequest apart",
    },
  ],
  [
    "undecided where unions name both",
    {
      given: `${ask("AskRequest")} ${ask("AskedRequest")}
        type ClientRequest = AskRequest; type ServerRequest = AskedRequest;`,
      want: "AskRequest clientToServer, AskedRequest serverToClient, error",
    },
  ],
  [
    "the embedded one where no side's union names one",
    {
      given: `${ask("AskRequest")} ${ask("AskedRequest")}
        type InputRequest = AskRequest;`,
      want: "AskRequest embedded, AskedRequest apart",
    },
  ],
  [
    "undecided where two are embedded",
    {
      given: `${ask("AskRequest")} ${ask("AskedRequest")}
        type InputRequest = AskRequest | AskedRequest;`,
      want: "AskRequest embedded, AskedRequest embedded, error",
    },
  ],
  [
    "undecided where no union names one",
    {
      given: `${ask("AskRequest")} ${ask("AskedRequest")}`,
      want: "AskRequest none, AskedRequest none, error",
    },
  ],
  [
    "what a fact says, of both",
    {
      given: `${ask("AskRequest")} ${ask("AskedRequest")}
        type ClientRequest = AskRequest; type ServerRequest = AskedRequest;`,
      fact: "AskedRequest",
      want: "AskedRequest serverToClient, AskRequest apart",
    },
  ],
  [
    "what a fact says, and sent by who sends the other",
    {
      given: `${ask("AskRequest")} ${ask("AskedRequest")}
        type ClientRequest = AskRequest;`,
      fact: "AskedRequest",
      want: "AskedRequest clientToServer, AskRequest apart",
    },
  ],
  [
    "no fact about another declaration",
    {
      given: `${ask("OldAskRequest")} ${ask("AskRequest")}
        type ClientRequest = AskRequest;`,
      fact: "AskResult",
      want: "AskRequest clientToServer, OldAskRequest apart, fact-unknown",
    },
  ],
])("of declarations with one method, the message is %s", (_, one) => {
  const { given, want, fact } = one;
  const messages =
    fact === undefined
      ? []
      : [{ method: "ask", type: fact, reason: "", page: "" }];
  const { protocol, diagnostics } = derive(
    `${envelope} interface AskResult {} ${given}`,
    { facts: { messages } },
  );
  const found = [...protocol.requests, ...protocol.notifications];
  const told = diagnostics.flatMap(({ code, message }) => {
    if (code === "method-elsewhere") return [`${message.split(" ")[0]} apart`];
    if (code === "duplicate-method") return ["error"];
    return code === "fact-unknown" ? [code] : [];
  });
  expect(
    [
      ...found.map(({ type, direction }) => `${type} ${direction}`),
      ...told,
    ].join(", "),
  ).toBe(want);
  // Whatever becomes of its message, a declaration keeps its type.
  const declared = protocol.declarations.map(({ name }) => name);
  for (const [, name] of given.matchAll(/interface (\w+)/g))
    expect(declared).toContain(name);
});
