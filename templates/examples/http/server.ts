// A board that many clients share: they are told of changes. On no transport yet.
import * as z from "zod";
import { createServer, resource, tool } from "@mcp-gen/runtime";

const uri = "board://posts";
const posts: string[] = [];

const post = tool(
  "post",
  {
    description: "Posts a message on the board",
    input: z.object({ author: z.string(), text: z.string().max(200) }),
  },
  ({ author, text }) => {
    posts.push(`${author}: ${text}`);
    server.notify.resourceUpdated({ uri });
    return `Message ${posts.length} is on the board.`;
  },
);

const countdown = tool(
  "countdown",
  { description: "Counts down, and tells how far it is" },
  async (_, context) => {
    for (let done = 1; done <= 3; done++) {
      context.progress(done, 3, `${4 - done} …`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return "Lift-off!";
  },
);

const board = resource(
  uri,
  { name: "board", mimeType: "text/plain" },
  () => posts.join("\n") || "Nothing yet.",
);

export const server = createServer({
  info: { name: "board", version: "1.0.0" },
  features: [post, countdown, board],
});
