import { features, peer, server, you, type Lane, type Stage } from "./told.ts";

/** What every request passes between its transport and the handler. */
export const inwards: readonly Stage[] = [
  {
    lane: peer,
    title: "Told apart",
    says: "The connection sees a request. Its id must be free, and there must be room for one more in flight.",
    at: "peer/connection message",
  },
  {
    lane: server,
    title: "Which exchange?",
    says: "The lifecycle says what the request is part of: which revision is spoken, and with whom. The table of that revision finds the method, and its guard checks the params.",
    at: "server/lifecycle accept",
  },
  {
    lane: server,
    title: "Interceptors",
    says: "Interceptors see the request. Then it is run, with what is needed to ask its client something first.",
    at: "server/create-server run",
  },
  {
    lane: features,
    title: "Find and check",
    says: "The tool is found by its name. Its schema checks the arguments, and a context is made for the handler.",
    at: "features/feature-list find",
  },
];

export const handled: Stage = {
  lane: you,
  title: "Your handler runs",
  says: "Your own code, and the helpers that it calls.",
  at: "yours your handler",
};

/** What every result passes between the handler and its transport. */
export function outwards(exchange: string): readonly Stage[] {
  return [
    {
      lane: features,
      title: "Into a result",
      says: "What the handler returned becomes the result of the method. Nothing is to be asked, so the call is over.",
      at: "protocol/when-ready whenReady",
    },
    {
      lane: server,
      title: "Checked, fitted",
      says: "The guards of the revision check the result. It gets what the revision wants beside it, and loses what an older one must not have.",
      at: `server/${exchange} complete`,
    },
  ];
}

/** What stands at the beginning of all requests over lines of bytes. */
export function lines(stdio: Lane): Stage {
  return {
    lane: stdio,
    title: "A line is read",
    says: "Bytes become lines, and a line becomes a message. `readMessage` tells once what it is, and everything after goes by that.",
    at: "stdio/lines push",
  };
}

/** And what stands at the end. */
export function written(stdio: Lane): Stage {
  return {
    lane: stdio,
    title: "A line is written",
    says: "All answers of one turn leave in one write.",
    at: "peer/incoming #send",
  };
}
