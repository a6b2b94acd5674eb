import { handled, inwards, lines, outwards, written } from "./served.ts";
import {
  features,
  peer,
  server,
  type Lane,
  type Stage,
  type ToldPage,
} from "./told.ts";

const stdio: Lane = { title: "Lines", folder: "stdio" };

const asks: Stage = {
  ...handled,
  title: "Your handler requests input",
  says: "The handler runs for the first time. It has no answer yet, so it returns `inputRequired`.",
};

const again: Stage = {
  ...handled,
  title: "Runs again",
  says: "The handler runs from its start, with the answer, and returns its result.",
};

const wants: Stage = {
  lane: features,
  title: "Input request",
  says: "The returned value is an input request, not a result.",
  at: "protocol/when-ready whenReady",
};

const found: Stage = {
  lane: features,
  title: "Find and check",
  says: "The tool is found and its arguments are checked again.",
  at: "features/feature-list find",
};

const byRequest: readonly Stage[] = [
  lines(stdio),
  ...inwards,
  asks,
  wants,
  {
    lane: server,
    title: "Capability",
    says: "After a handshake, the server may send requests. The client must have declared the capability. The call stays in flight.",
    at: "server/input/run-with-input runRounds",
  },
  {
    lane: peer,
    title: "A request is sent",
    says: "`elicitation/create` is sent with an id, and its timeout starts.",
    at: "peer/outgoing request",
  },
  {
    lane: stdio,
    title: "The response arrives",
    says: "A line from the client is read as any other.",
    at: "stdio/lines push",
  },
  {
    lane: peer,
    title: "Match and check",
    says: "The response is matched with its request by id. It must be a result of that method, and its content must be valid for the form.",
    at: "peer/pending resolve",
  },
  { ...found, at: "features/feature-list find" },
  again,
  ...outwards("handshake"),
  written(stdio),
];

const byRepeat: readonly Stage[] = [
  lines(stdio),
  ...inwards,
  asks,
  wants,
  {
    lane: server,
    title: "State is sealed",
    says: "The server cannot send a request, so the input request becomes the result. The state of the handler is sealed: the client carries it and cannot change it.",
    at: "server/input/multi-round-trip requestInput",
  },
  {
    ...written(stdio),
    title: "Input request is sent",
    says: "The result with the input request is sent. The server stores nothing of the call.",
  },
  {
    ...lines(stdio),
    title: "The call is repeated",
    says: "The client sends the same call again, under another id, with the answers and the sealed state.",
  },
  {
    lane: server,
    title: "State is opened",
    says: "The request is dispatched as the first one. The seal must be valid and belong to this call and client. The answers must be valid for the input request.",
    at: "peer/connection message",
  },
  { ...found, at: "features/feature-list find" },
  again,
  ...outwards("stateless"),
  written(stdio),
];

export const overStdio: ToldPage = {
  file: "life-over-stdio.md",
  title: "The life of a request over stdio",
  intro:
    "The path of a `tools/call` through a server over stdio. Between the lines and the handler, it is the same as [over HTTP](life-over-http.md).",
  told: [
    {
      walk: "tools/call over stdio, handshake",
      picture: "stdio-handshake",
      heading: "A call after a handshake",
      intro: "The connection has negotiated a revision.",
      stages: [
        lines(stdio),
        ...inwards,
        handled,
        ...outwards("handshake"),
        written(stdio),
      ],
    },
    {
      walk: "tools/call over stdio, stateless",
      picture: "stdio-stateless",
      heading: "A stateless call",
      intro: "Each request states its revision and its client in `_meta`.",
      stages: [
        lines(stdio),
        ...inwards,
        handled,
        ...outwards("stateless"),
        written(stdio),
      ],
    },
    {
      walk: "tools/call that asks first, handshake",
      picture: "asks-handshake",
      heading: "A call with an input request, after a handshake",
      intro:
        "The tool needs input from the user. The server sends a request to the client while the call waits.",
      stages: byRequest,
    },
    {
      walk: "tools/call that asks first, stateless",
      picture: "asks-stateless",
      heading: "A stateless call with an input request",
      intro:
        "The server responds with its input request, and the client repeats the call.",
      stages: byRepeat,
    },
  ],
};
