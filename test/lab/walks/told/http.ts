import { handled, inwards, outwards } from "./served.ts";
import type { Lane, Stage, Told, ToldPage } from "./told.ts";

const exchange: Lane = { title: "Exchange", folder: "http/server" };

const arriving: readonly Stage[] = [
  {
    lane: exchange,
    title: "The exchange begins",
    says: "Node's request and response become an `HttpExchange`. Path, host, origin and headers are checked before the body is read.",
    at: "http/server/node/handler handle",
  },
  {
    lane: exchange,
    title: "The body is read",
    says: "The media types are checked, and the body is read up to its limit.",
    at: "http/server/gate/gate checkPost",
  },
  {
    lane: exchange,
    title: "Text to message",
    says: "The nesting depth is checked before the text is parsed. `readMessage` classifies the message once.",
    at: "http/server/gate/gate parseBody",
  },
];

const leaving: Stage = {
  lane: exchange,
  title: "The exchange ends",
  says: "Status, headers and body are sent in one write, and the exchange is removed from the list.",
  at: "http/server/node/exchange reply",
};

const ofSessions: Lane = {
  title: "Endpoint",
  folder: "http/server/sessions",
};
const ofStateless: Lane = {
  title: "Endpoint",
  folder: "http/server/stateless",
};
const ofSse: Lane = { title: "Endpoint", folder: "http/server/legacy-sse" };

const inSession: Told = {
  walk: "tools/call over HTTP, handshake",
  picture: "http-session",
  heading: "A call in a session",
  intro:
    "The client has completed the handshake and sends its `Mcp-Session-Id`. The response is JSON, because the server sends nothing before the result.",
  stages: [
    ...arriving,
    {
      lane: ofSessions,
      title: "Find the session",
      says: "The session is found by its id, and its idle time restarts. A `PostResponse` is created: JSON, or an event stream if the server sends a message before the result.",
      at: "http/server/sessions/endpoint post",
    },
    ...inwards,
    handled,
    ...outwards("handshake"),
    {
      lane: ofSessions,
      title: "One response",
      says: "The response is sent on the exchange of its request, as JSON.",
      at: "peer/incoming #send",
    },
    leaving,
  ],
};

const alone: Told = {
  walk: "tools/call over HTTP, stateless",
  picture: "http-stateless",
  heading: "A stateless call",
  intro:
    "From revision 2026-07-28 on, each request carries its own context. There is no session.",
  stages: [
    ...arriving,
    {
      lane: ofStateless,
      title: "Headers agree",
      says: "Revision, method and name in the headers must match the body, and so must arguments that the tool mirrors in headers.",
      at: "http/server/stateless/endpoint post",
    },
    ...inwards,
    handled,
    ...outwards("stateless"),
    {
      lane: ofStateless,
      title: "One response",
      says: "The response is sent on the exchange of its request. Protocol errors have an HTTP status of their own.",
      at: "peer/incoming #send",
    },
    leaving,
  ],
};

const withSse: Told = {
  walk: "tools/call over HTTP with SSE",
  picture: "http-sse",
  heading: "A call over HTTP with SSE",
  intro:
    "The transport of the first revision, for old clients. They open a stream and post to the URL that it names. The response is sent on the stream.",
  stages: [
    ...arriving,
    {
      lane: ofSse,
      title: "Find the stream",
      says: "The id in the path selects the open stream of the client.",
      at: "http/server/legacy-sse post",
    },
    ...inwards,
    handled,
    ...outwards("handshake"),
    {
      lane: ofSse,
      title: "An event",
      says: "The response is an event on the client's stream.",
      at: "peer/incoming #send",
    },
    {
      ...leaving,
      says: "The POST request gets status 202 and no body.",
      at: "http/server/replies replyEmpty",
    },
  ],
};

export const overHttp: ToldPage = {
  file: "life-over-http.md",
  title: "The life of a request over HTTP",
  intro:
    "The path of a `tools/call` through a server on Node. The web adapter differs only at both ends: `http/server/web` takes the place of `http/server/node`. All steps before the endpoint are in [request-handler.ts](../../src/runtime/http/server/request-handler.ts).",
  told: [inSession, alone, withSse],
};
