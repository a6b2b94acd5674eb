import type { DescriptionFact } from "../../../schema/overrides/tables.ts";
import { describes } from "./describe.ts";

const settings = "Its presence is the promise; an empty object is enough.";

/** Who the two sides are, and what they can do. */
export const lifecycleDescriptions: readonly DescriptionFact[] = [
  ...describes("basic/lifecycle", {
    "InitializeRequestParams.protocolVersion":
      "The newest revision that the client speaks.",
    "InitializeRequestParams.capabilities":
      "What the server may ask of this client.",
    "InitializeRequestParams.clientInfo": "Which program the client is.",
    "InitializeResult.protocolVersion":
      "The revision that is spoken from here on. A client that does not know it hangs up.",
    "InitializeResult.capabilities": "What the client may ask of this server.",
    "InitializeResult.serverInfo": "Which program the server is.",
    "InitializeResult.instructions":
      "How to make good use of this server, for a model to read. Many clients put it into the system prompt.",
    ClientCapabilities:
      "What a client can do beyond the basics. Whatever is absent, a server must not ask for.",
    "ClientCapabilities.experimental":
      "What is not in the specification, by a name of its own.",
    "ClientCapabilities.extensions":
      "The extensions that the client speaks, by name, each with its settings. An empty object means none are needed.",
    "ClientCapabilities.roots": `The client says which folders it works in. ${settings}`,
    "ClientCapabilities.roots.listChanged":
      "The client tells when its folders are others.",
    "ClientCapabilities.sampling": `The client lets servers use its model. ${settings}`,
    "ClientCapabilities.sampling.context":
      "The client can add what other servers know: `includeContext` other than `none`.",
    "ClientCapabilities.sampling.tools":
      "The client's model can be given `tools` and a `toolChoice`.",
    "ClientCapabilities.elicitation":
      "The client can put questions to its user. Without `form` and `url` in it, it can show forms.",
    "ClientCapabilities.elicitation.form": "The client can show a form.",
    "ClientCapabilities.elicitation.url":
      "The client can send its user to a web page.",
    ServerCapabilities:
      "What a server can do beyond the basics. Whatever is absent, a client does not ask for.",
    "ServerCapabilities.experimental":
      "What is not in the specification, by a name of its own.",
    "ServerCapabilities.extensions":
      "The extensions that the server speaks, by name, each with its settings. An empty object means none are needed.",
    "ServerCapabilities.logging": `The server sends log entries to its clients. ${settings}`,
    "ServerCapabilities.completions": `The server suggests values for arguments. ${settings}`,
    "ServerCapabilities.prompts": "The server has prompts.",
    "ServerCapabilities.prompts.listChanged":
      "The server tells when there are other prompts.",
    "ServerCapabilities.resources": "The server has resources.",
    "ServerCapabilities.resources.subscribe":
      "Clients can ask to be told when one resource changes.",
    "ServerCapabilities.resources.listChanged":
      "The server tells when there are other resources.",
    "ServerCapabilities.tools": "The server has tools.",
    "ServerCapabilities.tools.listChanged":
      "The server tells when there are other tools.",
    Implementation:
      "Who made the program on one side, and which version it is.",
    "Implementation.name": "The program's name, as programs use it.",
    "Implementation.version": "The program's version, such as `1.4.0`.",
    "Implementation.description":
      "What the program does, in a sentence or two.",
    "Implementation.websiteUrl": "Where to read more about the program.",
  }),
  ...describes("server/discover", {
    "DiscoverResult.supportedVersions":
      "The revisions that the server speaks. A client takes one of them for each request.",
    "DiscoverResult.capabilities": "What clients may ask of this server.",
    "DiscoverResult.instructions":
      "How to make good use of this server, for a model to read. Many clients put it into the system prompt.",
  }),
  ...describes("basic/utilities/cancellation", {
    "CancelledNotificationParams.requestId":
      "The request that nobody waits for any more: one that the sender made.",
    "CancelledNotificationParams.reason": "Why, for a log or a person.",
  }),
  ...describes("basic/utilities/progress", {
    ProgressToken: "Tells which request a progress notification is about.",
    "ProgressNotificationParams.progressToken":
      "The token that the request came with.",
    "ProgressNotificationParams.progress":
      "How far it is. Grows with each notification, even where `total` is not known.",
    "ProgressNotificationParams.total": "What `progress` will be at the end.",
    "ProgressNotificationParams.message": "What is being done, for a person.",
  }),
];
