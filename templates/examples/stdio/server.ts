// Notes: tools, resources, a prompt, and a question. On no transport yet.
import * as z from "zod";
import {
  createServer,
  NotFoundError,
  prompt,
  resourceTemplate,
  structured,
  tool,
  ToolError,
} from "@mcp-gen/runtime";

const notes = new Map([["shopping", "Milk, bread, two lemons"]]);
const name = z.string().regex(/^[a-z-]+$/);

const namesLike = (typed: string) =>
  [...notes.keys()].filter((known) => known.startsWith(typed));

const writeNote = tool(
  "write_note",
  {
    description: "Writes a note, or replaces it",
    input: z.object({ name, text: z.string() }),
    output: z.object({ uri: z.string(), characters: z.number() }),
  },
  ({ name, text }) => {
    notes.set(name, text);
    server.notify.resourceListChanged();
    return structured({ uri: `note://${name}`, characters: text.length });
  },
);

const deleteNote = tool(
  "delete_note",
  {
    description: "Deletes a note, if its owner agrees",
    annotations: { destructiveHint: true },
    input: z.object({ name }),
  },
  async ({ name }, context) => {
    if (!notes.has(name)) throw new ToolError(`There is no note ${name}`);
    // Nothing is changed before the question: the handler may run again for the answer.
    const { action, content } = await context.ask(
      "sure",
      z.object({ sure: z.boolean() }),
      `Delete the note ${name}?`,
    );
    if (action !== "accept" || !content.sure) return "The note stays.";
    notes.delete(name);
    server.notify.resourceListChanged();
    return "The note is gone.";
  },
);

const note = resourceTemplate(
  "note://{name}",
  {
    name: "note",
    mimeType: "text/plain",
    list: () =>
      [...notes.keys()].map((name) => ({ uri: `note://${name}`, name })),
    complete: { name: namesLike },
  },
  ({ name }) => {
    const text = notes.get(name);
    if (text === undefined) throw new NotFoundError(`There is no note ${name}`);
    return text;
  },
);

const tidyUp = prompt(
  "tidy_up",
  {
    description: "Asks for a note in good order",
    arguments: { name: { required: true, complete: namesLike } },
  },
  ({ name }) => `Put the note note://${name} in good order.`,
);

export const server = createServer({
  info: { name: "notes", version: "1.0.0" },
  instructions: "Notes have short names in lower case.",
  features: [writeNote, deleteNote, note, tidyUp],
});
