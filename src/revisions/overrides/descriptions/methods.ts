import type { DescriptionFact } from "../../../schema/overrides/tables.ts";
import { describes } from "./describe.ts";

/** What each method is for. */
export const methodDescriptions: readonly DescriptionFact[] = describes(
  "schema",
  {
    initialize: "Opens a session: agrees on a revision and on capabilities.",
    ping: "Asks whether the other side is still there.",
    "server/discover": "Asks a server what it speaks and what it can do.",
    "tools/list": "Lists the tools that a server offers, page by page.",
    "tools/call": "Runs a tool with arguments.",
    "resources/list": "Lists the resources that a server offers, page by page.",
    "resources/templates/list": "Lists the templates of resource addresses.",
    "resources/read": "Reads what a resource holds.",
    "resources/subscribe": "Asks to be told when a resource changes.",
    "resources/unsubscribe": "Asks to be told of a resource no longer.",
    "prompts/list": "Lists the prompts that a server offers, page by page.",
    "prompts/get": "Fills a prompt with arguments and fetches its messages.",
    "completion/complete": "Suggests values while an argument is typed.",
    "logging/setLevel": "Sets how much a server logs to its client.",
    "subscriptions/listen":
      "Opens a stream of the changes that a client asks for.",
    "sampling/createMessage": "Asks the client's model to write a message.",
    "elicitation/create": "Asks the client's user for input.",
    "roots/list": "Asks which folders the client works in.",
    "notifications/initialized": "Tells a server that the session may begin.",
    "notifications/cancelled":
      "Tells that nobody waits for a request any more.",
    "notifications/progress": "Tells how far a request is.",
    "notifications/message": "Carries an entry of the server's log.",
    "notifications/tools/list_changed": "Tells that there are other tools now.",
    "notifications/prompts/list_changed":
      "Tells that there are other prompts now.",
    "notifications/resources/list_changed":
      "Tells that there are other resources now.",
    "notifications/resources/updated":
      "Tells that a resource holds something else now.",
    "notifications/roots/list_changed":
      "Tells that the client works in other folders now.",
    "notifications/elicitation/complete":
      "Tells that what was asked for out of band is done.",
    "notifications/subscriptions/acknowledged":
      "Tells which of the changes asked for will be told.",
  },
);
