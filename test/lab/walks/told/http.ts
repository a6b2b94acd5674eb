import { handled, inwards, outwards } from "./served.ts";
import type { Lane, Stage, Told, ToldPage } from "./told.ts";

const visit: Lane = { title: "Visit", folder: "http/server" };

const arriving: readonly Stage[] = [
  {
    lane: visit,
    title: "A visit begins",
    says: "Node's request becomes a visit. Its path, host, origin and headers are checked before a byte of the body is read.",
    at: "http/server/node/handler handle",
  },
  {
    lane: visit,
    title: "The body is read",
    says: "The media types are checked, and the body is read up to its limit.",
    at: "http/server/gate/gate post",
  },
  {
    lane: visit,
    title: "Text to message",
    says: "How deep the text nests is checked before it is parsed. `readMessage` tells once what it is, and everything after goes by that.",
    at: "http/server/gate/gate parseBody",
  },
];

const leaving: Stage = {
  lane: visit,
  title: "The visit ends",
  says: "Status, headers and body go in one write, and the visit is forgotten.",
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
    "The client has shaken hands before, and sends its `Mcp-Session-Id`. The answer is JSON, as nothing is told meanwhile.",
  stages: [
    ...arriving,
    {
      lane: ofSessions,
      title: "Find the session",
      says: "The session is found by its id, and its time to idle begins anew. An answer is made ready: JSON, or a stream if something is told before the result.",
      at: "http/server/sessions/endpoint post",
    },
    ...inwards,
    handled,
    ...outwards("handshake/exchange"),
    {
      lane: ofSessions,
      title: "One answer",
      says: "The answer goes to the visit that asked, as JSON.",
      at: "peer/incoming #send",
    },
    leaving,
  ],
};

const alone: Told = {
  walk: "tools/call over HTTP, stateless",
  picture: "http-stateless",
  heading: "A call that stands alone",
  intro:
    "From revision 2026-07-28 on, each request says all about itself. No session is looked for, and none is made.",
  stages: [
    ...arriving,
    {
      lane: ofStateless,
      title: "Headers agree",
      says: "Revision, method and name in the headers must be those of the body, and so must arguments that the tool mirrors in headers.",
      at: "http/server/stateless/endpoint post",
    },
    ...inwards,
    handled,
    ...outwards("stateless/exchange"),
    {
      lane: ofStateless,
      title: "One answer",
      says: "The answer goes to the visit that asked. An error of the protocol has its own status.",
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
    "The transport of the first revision, for old clients: they open a stream, and post to the address that it names. The answer comes on the stream.",
  stages: [
    ...arriving,
    {
      lane: ofSse,
      title: "Find the stream",
      says: "The id in the path finds the stream that the client has opened.",
      at: "http/server/legacy-sse post",
    },
    ...inwards,
    handled,
    ...outwards("handshake/exchange"),
    {
      lane: ofSse,
      title: "An event",
      says: "The answer is an event on the client's stream.",
      at: "peer/incoming #send",
    },
    {
      ...leaving,
      says: "The request itself is answered with 202 and no body.",
      at: "http/server/replies replyEmpty",
    },
  ],
};

export const overHttp: ToldPage = {
  file: "life-over-http.md",
  title: "The life of a request over HTTP",
  intro:
    "What a `tools/call` passes in a server on Node. The web adapter differs at both ends alone: `http/server/web` stands where `http/server/node` does. The order of all steps before the endpoint is written down in [request-handler.ts](../../src/runtime/http/server/request-handler.ts).",
  told: [inSession, alone, withSse],
};
