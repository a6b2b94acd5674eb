import { peer, you, type Lane, type Stage, type ToldPage } from "./told.ts";

const client: Lane = { title: "Client", folder: "client" };
const http: Lane = { title: "HTTP", folder: "http/client" };
const memory: Lane = { title: "Transport", folder: "peer/memory" };

const begins: readonly Stage[] = [
  {
    lane: client,
    title: "You call",
    says: "`client.callTool` gets the connection to the server and its revision from the client session.",
    at: "client/create-client request",
  },
  {
    lane: peer,
    title: "The call starts",
    says: "A `Call` is created. The server must have declared the capability that the method needs. The timeout starts, and the request gets an id and `_meta`.",
    at: "peer/call new Call",
  },
];

const follows: readonly Stage[] = [
  {
    lane: peer,
    title: "Match and check",
    says: "The response is matched with its call by id. The method and `resultType` select the type of the result, and a guard checks it.",
    at: "peer/connection message",
  },
  {
    lane: client,
    title: "The call ends",
    says: "The response is a result. Structured content is checked by the output schema of the tool if it is known.",
    at: "client/open-link follow",
  },
];

export const clientCalls: ToldPage = {
  file: "life-of-a-client-call.md",
  title: "The life of a client's call",
  intro:
    "The path of a client's `callTool` until it resolves. One switch decides on each response: [follow-up.ts](../../src/runtime/client/call/follow-up.ts).",
  told: [
    {
      walk: "a client's call over HTTP",
      picture: "client-http",
      heading: "A call over HTTP",
      intro: "The server uses the stateless lifecycle and responds with JSON.",
      stages: [
        ...begins,
        {
          lane: http,
          title: "A POST",
          says: "The client for the lifecycle of this server writes the headers: revision, method, name.",
          at: "http/client/transport send",
        },
        {
          lane: http,
          title: "The response is read",
          says: "The body is read up to its limit. Here it is JSON; an event stream is read event by event.",
          at: "http/client/fetch-answer send",
        },
        ...follows,
      ],
    },
    {
      walk: "a client's call with one input round",
      picture: "client-asked",
      heading: "A call that the server answers with an input request",
      intro:
        "The server needs input. Your `elicit` handler answers, and the client repeats the call with the answer.",
      stages: [
        ...begins,
        {
          lane: memory,
          title: "Round trip",
          says: "The request is sent to the server, and its response arrives.",
          at: "peer/memory send",
        },
        {
          lane: peer,
          title: "Match and check",
          says: "The response is matched with its call by id. Its `resultType` is an input request.",
          at: "peer/connection message",
        },
        {
          lane: client,
          title: "Input request",
          says: "The call continues under another id. The client must have declared the capability for each input request, and each must be valid.",
          at: "client/open-link follow",
        },
        {
          lane: you,
          title: "Your handler answers",
          says: "Your handler fills in the form. Defaults are added, and the answer is checked against the form.",
          at: "yours your handler",
        },
        {
          lane: peer,
          title: "The call is repeated",
          says: "The same call is sent again, with the answers and the state of the server.",
          at: "peer/outgoing ask",
        },
        {
          lane: memory,
          title: "Round trip",
          says: "The repeated request is sent to the server, and its response arrives.",
          at: "peer/memory send",
        },
        ...follows,
      ],
    },
  ],
};
