import { format } from "node:util";
import { runInNewContext } from "node:vm";
import { describe, expect, test, vi } from "vitest";
import * as older from "../../generated/2025-06-18/index.ts";
import {
  connect,
  createClient,
  createServer,
  NotFoundError,
  resourceTemplate,
  type Client,
  type Feature,
  type Server,
} from "../../generated/index.ts";
import { readPage } from "./blocks.ts";
import { clientAs, programsOf } from "./programs.ts";

const info = { name: "test", version: "1.0.0" };
const load = programsOf("resources");

async function clientOf(server: Server): Promise<Client> {
  const client = createClient({ info });
  await connect(server, client);
  return client;
}

describe("the page of resources", () => {
  interface NotesProgram {
    readonly server: Server;
    readonly notes: { owner: string; name: string; text: string }[];
  }

  const serverOf = async (name: string): Promise<Server> =>
    (await load<{ server: Server }>("resources", name)).server;

  test("has resources, templates and prompts that answer", async () => {
    const client = await clientOf(await serverOf("server"));
    const read = async (uri: string): Promise<unknown> =>
      (await client.readResource({ uri })).contents[0];
    expect(await read("weather://stations")).toMatchObject({
      mimeType: "text/csv",
      text: "Oslo,59.9,10.7\nLisbon,38.7,-9.1\n",
    });
    expect(await read("weather://Oslo/history?year=2020")).toMatchObject({
      text: "The weather in Oslo in 2020",
    });
    await expect(read("weather://Rome/history")).rejects.toThrow("not found");
    const { resources } = await client.listResources();
    expect(resources.map(({ name }) => name)).toEqual(["stations"]);
    const args = { city: "Oslo" };
    const { messages } = await client.getPrompt({
      name: "report",
      arguments: args,
    });
    const content = {
      type: "text",
      text: "Write a dry weather report for Oslo.",
    };
    expect(messages).toEqual([{ role: "user", content }]);
    await client.close();
  });

  test("says what a client sees of a resource that is not there", async () => {
    const log = vi.spyOn(console, "log").mockReturnValue();
    await load("resources", "missing");
    const printed = format(...(log.mock.lastCall ?? []));
    log.mockRestore();
    const page = readPage("docs/guides/resources.md");
    expect(page).toContain(`\`\`\`text\n${printed}\n\`\`\``);
  });

  test.each([
    [() => undefined, "Resource not found", 0],
    [() => Promise.reject(new NotFoundError("No x")), "No x", 0],
    [() => Promise.reject(new Error("disk")), "Internal error", 1],
  ])("has the answer to %s, in two revisions", async (read, message, count) => {
    const onError = vi.fn();
    const features = [resourceTemplate("x://{y}", { name: "x" }, read)];
    const server = createServer({ info, features, onError });
    const uri = "x://y";
    const lost = count === 0 && { data: { uri } };
    const now = await clientOf(server);
    const code = count === 0 ? -32602 : -32603;
    await expect(now.readResource({ uri })).rejects.toMatchObject({
      ...lost,
      code,
      message,
    });
    await now.close();
    const old = older.createClient({ info });
    await connect(server, old);
    await expect(old.readResource({ uri })).rejects.toMatchObject({
      ...lost,
      code: count === 0 ? -32002 : -32603,
      message,
    });
    await old.close();
    expect(onError).toHaveBeenCalledTimes(2 * count);
  });

  test("keeps what is not listed from the handler, and whoever may not read from updates", async () => {
    const read = vi.fn(() => "");
    const list = (): { uri: string; name: string }[] => [];
    const listed = resourceTemplate("x://{y}", { name: "x", list }, read);
    const client = await clientOf(createServer({ info, features: [listed] }));
    await expect(client.readResource({ uri: "x://1" })).rejects.toThrow(
      /^Resource not found$/,
    );
    expect(read).not.toHaveBeenCalled();
    await client.close();
    const [, line = ""] =
      /``canRead: (.+?)``/.exec(readPage("docs/guides/resources.md")) ?? [];
    const canRead = runInNewContext(`(${line})`, { encodeURIComponent }) as (
      uri: string,
      viewer: { principal?: string },
    ) => boolean;
    const uri = "note://ann%20b/garden";
    expect(canRead(uri, { principal: "ann b" })).toBe(true);
    expect(canRead(uri, { principal: "ann" })).toBe(false);
    expect(canRead("note://undefined/garden", {})).toBe(false);
  });

  test("goes on to the next template after undefined, and not after an error", async () => {
    const next = resourceTemplate("x://{+all}", { name: "n" }, () => "next");
    const client = await clientOf(
      createServer({
        info,
        features: [
          resourceTemplate("x://a/{y}", { name: "a" }, () => undefined),
          resourceTemplate("x://b/{y}", { name: "b" }, () => {
            throw new NotFoundError("No b");
          }),
          next,
        ],
      }),
    );
    const { contents } = await client.readResource({ uri: "x://a/1" });
    expect(contents).toMatchObject([{ text: "next" }]);
    await expect(client.readResource({ uri: "x://b/1" })).rejects.toThrow(
      /^No b$/,
    );
    await client.close();
  });

  test("lists for each user what is theirs, and nothing else can be read", async () => {
    const { server, notes } = await load<NotesProgram>("resources", "notes");
    const ann = await clientAs(server, "ann");
    const names = async (): Promise<readonly string[]> =>
      (await ann.listResources()).resources.map(({ name }) => name);
    expect(await names()).toEqual(["garden"]);
    notes.push({ owner: "ann", name: "a book", text: "Read it" });
    expect(await names()).toEqual(["garden", "a book"]);
    const read = await ann.readResource({ uri: "note://ann/a%20book" });
    expect(read.contents).toMatchObject([{ text: "Read it" }]);
    for (const uri of ["note://ben/music", "note://ann/attic"])
      await expect(ann.readResource({ uri })).rejects.toMatchObject({
        message: "Resource not found",
        data: { uri },
      });
    // Without a user, nothing is anybody's.
    const nobody = await clientOf(server);
    expect((await nobody.listResources()).resources).toEqual([]);
    await nobody.close();
  });

  test("asks `list` for each page, read, subscription and update, as it says", async () => {
    const list = vi.fn(() => [
      { uri: "x://1", name: "1" },
      { uri: "x://2", name: "2" },
    ]);
    const serverWith = (readUnlisted: boolean): Server =>
      createServer({
        info,
        pageSize: 1,
        features: [
          resourceTemplate(
            "x://{y}",
            { name: "x", list, readUnlisted },
            () => "",
          ),
        ],
      });
    const asked = async (work: () => unknown): Promise<number> => {
      list.mockClear();
      await work();
      return list.mock.calls.length;
    };
    const uri = "x://1";
    const server = serverWith(false);
    const client = await clientOf(server);
    const all = async (): Promise<void> => {
      for await (const { uri } of client.allResources())
        expect(uri).toMatch("x://");
    };
    expect(await asked(all)).toBe(2);
    expect(await asked(() => client.readResource({ uri }))).toBe(1);
    list.mockClear();
    const changes = await client.listen({ resourceSubscriptions: [uri] });
    expect(list).toHaveBeenCalledTimes(1);
    const update = async (): Promise<void> => {
      server.notify.resourceUpdated({ uri });
      await changes[Symbol.asyncIterator]().next();
    };
    expect(await asked(update)).toBe(1);
    await client.close();
    const open = await clientOf(serverWith(true));
    const unlisted = { uri: "x://3" };
    expect(await asked(() => open.readResource(unlisted))).toBe(0);
    await open.close();
  });

  test("tells of another list, and of a resource's parts", async () => {
    const item = resourceTemplate(
      "mem://item/{id}",
      { name: "item" },
      () => "",
    );
    const server = createServer({ info, features: [item] });
    const client = await clientOf(server);
    const heard: unknown[] = [];
    const changes = await client.listen({
      resourcesListChanged: true,
      resourceSubscriptions: ["mem://item/1"],
    });
    server.notify.resourceListChanged();
    for (const part of ["/a", "0", "?a", ""])
      server.notify.resourceUpdated({ uri: `mem://item/1${part}` });
    for await (const { method, params } of changes) {
      heard.push([method, (params as { readonly uri?: string }).uri]);
      if (heard.length === 4) break;
    }
    const updated = "notifications/resources/updated";
    expect(heard).toEqual([
      ["notifications/resources/list_changed", undefined],
      [updated, "mem://item/1/a"],
      [updated, "mem://item/1?a"],
      [updated, "mem://item/1"],
    ]);
    await client.close();
  });

  test("suggests streets of the city that is known", async () => {
    const { directions } = await load<{ directions: Feature }>(
      "resources",
      "streets",
    );
    const client = await clientOf(
      createServer({ info, features: [directions] }),
    );
    const { completion } = await client.complete({
      ref: { type: "ref/prompt", name: "directions" },
      argument: { name: "street", value: "Ka" },
      context: { arguments: { city: "Oslo" } },
    });
    expect(completion.values).toEqual(["Karl Johans gate"]);
    await client.close();
  });
});
