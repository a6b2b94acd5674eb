import { z } from "zod";
import {
  createMessage,
  createServer,
  elicit,
  inputRequired,
  listRoots,
  prompt,
  resource,
  resourceTemplate,
  structured,
  tool,
  type Feature,
  type Server,
} from "../../../generated/index.ts";
import * as offer from "./offer.ts";

/** What the interop tests call, on our own runtime: one server for every revision. */
export function createInteropServer(more: readonly Feature[] = []): Server {
  let aborted = 0;
  let rootsChanges = 0;

  const tools = [
    tool(
      "echo",
      {
        description: "Says it again",
        input: z.object({ message: z.string() }),
      },
      ({ message }) => offer.echo(message),
    ),
    tool("fail", {}, () => {
      throw new Error(offer.failure);
    }),
    tool(
      "add",
      {
        input: z.object({ a: z.number(), b: z.number() }),
        output: z.object({ sum: z.number() }),
      },
      ({ a, b }) => structured({ sum: a + b }),
    ),
    tool(
      "count",
      { input: z.object({ to: z.number() }) },
      async ({ to }, context) => {
        for (let done = 1; done <= to; done++) {
          context.progress(done, to);
          // The last report comes immediately before the response.
          if (done < to) await offer.pause();
        }
        return `counted to ${to}`;
      },
    ),
    tool("wait", {}, async (_, context) => {
      context.progress(1);
      const { signal } = context;
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      aborted++;
      return "too late";
    }),
    tool("aborted", {}, () => String(aborted)),
    tool("log", {}, (_, context) => {
      for (const [level, data] of offer.logs) context.log(level, data);
      return "logged";
    }),
    tool("ask-name", {}, async (_, context) => {
      const { action, content } = await context.elicit("name", offer.nameForm);
      return offer.greeting(action, content?.["name"]);
    }),
    tool("ask-model", {}, (_, { inputResponses }) => {
      const model = inputResponses?.["model"];
      if (model === undefined || !("role" in model)) {
        const request = {
          ...offer.modelRequest,
          messages: [...offer.modelRequest.messages],
        };
        return inputRequired({ model: createMessage(request) });
      }
      const [block] = [model.content].flat();
      return block?.type === "text" ? block.text : "no text";
    }),
    tool("ask-roots", {}, async (_, context) => {
      const { roots } = await context.listRoots("roots");
      return roots.map(({ uri }) => uri).join(" ");
    }),
    tool("ask-twice", {}, (_, { inputResponses, state }) => {
      const name = inputResponses?.["name"];
      const roots = inputResponses?.["roots"];
      const form = elicit(offer.nameForm);
      if (name === undefined || !("action" in name)) {
        return inputRequired({ name: form, roots: listRoots() });
      }
      const given = String(name.content?.["name"]);
      if (typeof state === "string") return `${state} ${given}`;
      const uri = roots && "roots" in roots ? roots.roots[0]?.uri : "";
      return inputRequired({ name: form }, `${given} ${uri}`);
    }),
    tool("ping-back", {}, async (_, { peer }) => {
      await peer.ping();
      return "pong";
    }),
    tool("roots-changes", {}, () => String(rootsChanges)),
    tool("grow", { input: z.object({ name: z.string() }) }, ({ name }) => {
      server.add(tool(name, {}, () => name));
      return "grown";
    }),
    tool("touch", { input: z.object({ uri: z.string() }) }, ({ uri }) => {
      server.notify.resourceUpdated({ uri });
      return "touched";
    }),
  ];

  const resources = [
    resource(
      offer.note.uri,
      { name: "note", mimeType: "text/plain" },
      () => offer.note.text,
    ),
    resource(offer.bytes.uri, { name: "bytes" }, () =>
      Buffer.from(offer.bytes.blob, "base64"),
    ),
    resourceTemplate(
      offer.template,
      {
        name: "numbered",
        complete: { id: (value) => offer.completeId(value) },
      },
      ({ id }) => offer.numbered(id),
    ),
  ];

  const prompts = [
    prompt(
      "greet",
      {
        arguments: {
          name: {
            required: true,
            complete: (value) => offer.completeName(value),
          },
        },
      },
      ({ name }) => offer.greet(name),
    ),
    ...offer.otherPrompts.map((name) => prompt(name, {}, () => [])),
  ];

  const server = createServer({
    info: offer.info,
    instructions: offer.instructions,
    capabilities: { logging: {}, resources: { subscribe: true } },
    onError() {},
    features: [...tools, ...resources, ...prompts, ...more],
    pageSize: 3,
    handlers: {
      rootsListChanged() {
        rootsChanges++;
      },
    },
  });

  return server;
}
