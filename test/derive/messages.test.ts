import { expect, test } from "vitest";
import type { Direction } from "../../src/model/index.ts";
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

test("a deep chain of interfaces takes no time", () => {
  const chain = Array.from({ length: 1500 }, (_, index) =>
    index === 0
      ? "interface I0 extends Request {}"
      : `interface I${index} extends I${index - 1} {}`,
  );
  const started = performance.now();
  derive(`${envelope} ${chain.join("\n")}`);
  expect(performance.now() - started).toBeLessThan(10_000);
});
