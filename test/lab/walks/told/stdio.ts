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
  title: "Your handler asks",
  says: "The handler runs for the first time. It has no answer yet, so it returns `inputRequired`.",
};

const again: Stage = {
  ...handled,
  title: "Runs again",
  says: "The handler runs from its start, with the answer, and returns its result.",
};

const wants: Stage = {
  lane: features,
  title: "A question",
  says: "What the handler returned is no result: it is a question.",
  at: "protocol/when-ready whenReady",
};

const found: Stage = {
  lane: features,
  title: "Find and check",
  says: "The tool and its arguments are looked at again, as they were.",
  at: "features/feature-list find",
};

const byRequest: readonly Stage[] = [
  lines(stdio),
  ...inwards,
  asks,
  wants,
  {
    lane: server,
    title: "May it be asked?",
    says: "In a handshake the server may send a request of its own. The client must have declared that it can answer it. The call stays in flight meanwhile.",
    at: "server/input/by-request converse",
  },
  {
    lane: peer,
    title: "A request is sent",
    says: "`elicitation/create` leaves with an id, and its time runs.",
    at: "peer/outgoing request",
  },
  {
    lane: stdio,
    title: "The answer comes",
    says: "A line from the client, which is read as any other.",
    at: "stdio/lines push",
  },
  {
    lane: peer,
    title: "Matched, checked",
    says: "The answer is matched with its request by id. It must be a result of that method, and what was filled in must fit the form.",
    at: "peer/pending resolve",
  },
  { ...found, at: "features/feature-list find" },
  again,
  ...outwards("handshake/exchange"),
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
    says: "The server cannot send a request, so the question becomes the result. What the handler has to remember is sealed: the client carries it, and cannot change it.",
    at: "server/input/by-repeat leave",
  },
  {
    ...written(stdio),
    title: "Asked, and over",
    says: "The result with the question leaves. The server keeps nothing of the call.",
  },
  {
    ...lines(stdio),
    title: "It is repeated",
    says: "The client sends the same call again, under another id, with the answers and the sealed state.",
  },
  {
    lane: server,
    title: "State is opened",
    says: "The request is read as the first one was. Then the seal is checked, and that it belongs to this call and this client. The answers must fit what was asked.",
    at: "peer/connection message",
  },
  { ...found, at: "features/feature-list find" },
  again,
  ...outwards("stateless/exchange"),
  written(stdio),
];

export const overStdio: ToldPage = {
  file: "life-over-stdio.md",
  title: "The life of a request over stdio",
  intro:
    "What a `tools/call` passes in a server that reads and writes lines. Between the lines and the handler it is the same way as [over HTTP](life-over-http.md).",
  told: [
    {
      walk: "tools/call over stdio, handshake",
      picture: "stdio-handshake",
      heading: "A call after a handshake",
      intro: "The connection remembers the revision that was agreed on.",
      stages: [
        lines(stdio),
        ...inwards,
        handled,
        ...outwards("handshake/exchange"),
        written(stdio),
      ],
    },
    {
      walk: "tools/call over stdio, stateless",
      picture: "stdio-stateless",
      heading: "A call that stands alone",
      intro: "Each request says its revision and its client in `_meta`.",
      stages: [
        lines(stdio),
        ...inwards,
        handled,
        ...outwards("stateless/exchange"),
        written(stdio),
      ],
    },
    {
      walk: "tools/call that asks first, handshake",
      picture: "asks-handshake",
      heading: "A call that asks first, after a handshake",
      intro:
        "The tool wants to know something from the user. The server asks by a request of its own, while the call waits.",
      stages: byRequest,
    },
    {
      walk: "tools/call that asks first, stateless",
      picture: "asks-stateless",
      heading: "A call that asks first, and stands alone",
      intro:
        "The same tool, and another way: the server answers with its question, and the client calls again.",
      stages: byRepeat,
    },
  ],
};
