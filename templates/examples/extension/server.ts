// A dictionary: its method and its notification are its own.
import "@mcp-gen/runtime/claim-stdout"; // first: what is printed goes to standard error
import { serveStdio } from "@mcp-gen/runtime/serve-stdio";
import { words } from "./mcp/extensions/words.js";
import { createServer, NotFoundError } from "./mcp/index.js";

const meanings = new Map([
  ["rain", "water that falls"],
  ["snow", "rain that is cold"],
]);

const dictionary = words.with({
  handlers: {
    async define({ word }, context) {
      const pages = meanings.size;
      await words.of(context).notify.lookedUp({ word, pages });
      const meaning = meanings.get(word);
      if (meaning === undefined) throw new NotFoundError(`No word ${word}`);
      return { meaning };
    },
  },
});

await serveStdio(
  createServer({
    info: { name: "dictionary", version: "1.0.0" },
    extensions: [dictionary],
  }),
);
