import { features, peer, server, you, type Lane, type Stage } from "./told.ts";

/** Stages of every request between its transport and the handler. */
export const inwards: readonly Stage[] = [
  {
    lane: peer,
    title: "Dispatch",
    says: "The message is a request. Its id must be unused, and the limit of requests in flight must not be reached.",
    at: "peer/connection message",
  },
  {
    lane: server,
    title: "Revision and method",
    says: "The lifecycle selects the revision and the peer of the request. The table of that revision has the method, and its guard checks the params.",
    at: "server/lifecycle accept",
  },
  {
    lane: server,
    title: "Interceptors",
    says: "Interceptors run. Then the handler is called with a context that can request input from the client.",
    at: "server/create-server run",
  },
  {
    lane: features,
    title: "Find and check",
    says: "The tool is found by its name. Its schema checks the arguments, and a context is created for the handler.",
    at: "features/feature-list find",
  },
];

export const handled: Stage = {
  lane: you,
  title: "Your handler runs",
  says: "Your code, and the helpers that it calls.",
  at: "yours your handler",
};

/** Stages of every result between the handler and its transport. */
export function outwards(exchange: string): readonly Stage[] {
  return [
    {
      lane: features,
      title: "Result",
      says: "The returned value becomes the result of the method. It requests no input, so the call is complete.",
      at: "protocol/when-ready whenReady",
    },
    {
      lane: server,
      title: "Checks",
      says: "The guards of the revision check the result. Fields that the revision requires are added, and fields that an older revision does not allow are removed.",
      at: `server/${exchange} complete`,
    },
  ];
}

/** First stage of all requests over stdio. */
export function lines(stdio: Lane): Stage {
  return {
    lane: stdio,
    title: "A line is read",
    says: "Bytes become lines, and a line becomes a message. `readMessage` classifies it once.",
    at: "stdio/lines push",
  };
}

/** Last stage of all requests over stdio. */
export function written(stdio: Lane): Stage {
  return {
    lane: stdio,
    title: "A line is written",
    says: "All responses of one turn are sent in one write.",
    at: "peer/incoming #send",
  };
}
