import { peer, you, type Lane, type Stage, type ToldPage } from "./told.ts";

const client: Lane = { title: "Client", folder: "client" };
const http: Lane = { title: "HTTP", folder: "http/client" };
const memory: Lane = { title: "Transport", folder: "peer/memory" };

const begins: readonly Stage[] = [
  {
    lane: client,
    title: "You call",
    says: "`client.callTool` asks the conversation for the link with the server, and what is spoken on it.",
    at: "client/create-client request",
  },
  {
    lane: peer,
    title: "A call is opened",
    says: "The call becomes a value. The server must have declared what the method needs. Its time begins to run, and the request gets an id and `_meta`.",
    at: "peer/call new Call",
  },
];

const follows: readonly Stage[] = [
  {
    lane: peer,
    title: "Matched, checked",
    says: "The answer is matched with its call by id. Which result it is follows from the method and `resultType`, and a guard checks it.",
    at: "peer/connection message",
  },
  {
    lane: client,
    title: "What follows?",
    says: "The answer is a result, so nothing follows. Structured content is checked by the tool's own schema where it is known, and the call is over.",
    at: "client/open-link follow",
  },
];

export const clientCalls: ToldPage = {
  file: "life-of-a-client-call.md",
  title: "The life of a client's call",
  intro:
    "What a client's `callTool` passes until it resolves. What becomes of an answer is one switch: [follow-up.ts](../../src/runtime/client/call/follow-up.ts).",
  told: [
    {
      walk: "a client's call over HTTP",
      picture: "client-http",
      heading: "A call over HTTP",
      intro:
        "The server speaks the stateless lifecycle, and answers with JSON.",
      stages: [
        ...begins,
        {
          lane: http,
          title: "A POST",
          says: "The way that the client has found to speak with this server writes the headers: revision, method, name.",
          at: "http/client/transport send",
        },
        {
          lane: http,
          title: "The answer is read",
          says: "The body is read up to its limit. It is JSON here; a stream of events is read event by event.",
          at: "http/client/fetch-answer send",
        },
        ...follows,
      ],
    },
    {
      walk: "a client's call with one input round",
      picture: "client-asked",
      heading: "A call that the server answers by asking first",
      intro:
        "The server wants to know something. Your handler of `elicit` answers, and the client repeats the call with the answer.",
      stages: [
        ...begins,
        {
          lane: memory,
          title: "There and back",
          says: "The request goes to the server, and its answer comes back.",
          at: "peer/memory send",
        },
        {
          lane: peer,
          title: "Matched, checked",
          says: "The answer is matched with its call by id. Its `resultType` says that it asks.",
          at: "peer/connection message",
        },
        {
          lane: client,
          title: "It asks",
          says: "The call goes on under another id. Each question must be one that this client has declared to answer, and sound in itself.",
          at: "client/open-link follow",
        },
        {
          lane: you,
          title: "Your handler answers",
          says: "Your handler fills in the form, with defaults where it left something out. The answer is checked against the form.",
          at: "yours your handler",
        },
        {
          lane: peer,
          title: "Asked again",
          says: "The same call is sent again, with the answers and the state that the server gave.",
          at: "peer/outgoing ask",
        },
        {
          lane: memory,
          title: "There and back",
          says: "The repeated request goes to the server, and its answer comes back.",
          at: "peer/memory send",
        },
        ...follows,
      ],
    },
  ],
};
