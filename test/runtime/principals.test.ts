import { describe, expect, test } from "vitest";
import {
  createServer,
  prompt,
  resource,
  resourceTemplate,
  tool,
  type ServerOptions,
} from "../../generated/index.ts";
import type { Viewer } from "../../src/runtime/protocol/viewer.ts";
import { createMemoryPair } from "../../src/runtime/peer/memory.ts";
import {
  initializeAs,
  modern,
  modernRequest,
  newestHandshake,
  notification,
  request,
  serverInfo,
} from "./revisions.ts";
import { createWire, settle, wireTo, type Wire } from "./wire.ts";

type Fields = Record<string, unknown>;

/** Asks a server in one lifecycle, as somebody whom the transport has proved. */
interface Asker {
  readonly wire: Wire;
  ask(method: string, params?: Fields): Promise<Fields>;
  /** Hears of changes from then on; what was promised is returned. */
  hear(...uris: string[]): Promise<Fields>;
}

let lastId = 0;

async function askerOf(
  server: ReturnType<typeof createServer>,
  revision: string,
  principal: string,
): Promise<Asker> {
  const [near, far] = createMemoryPair();
  const auth = { reader: principal };
  // What comes without a sink of its own is from the transport.
  server.connect(Object.assign(far, { principal, auth }));
  const wire = createWire(near);
  if (revision === modern)
    return {
      wire,
      ask: (method, params) =>
        wire.ask(modernRequest(++lastId, method, params)),
      hear: (...uris) =>
        wire.ask(
          modernRequest(++lastId, "subscriptions/listen", {
            notifications: {
              toolsListChanged: true,
              resourceSubscriptions: uris,
            },
          }),
        ),
    };
  await wire.ask(initializeAs(revision));
  wire.send(notification("notifications/initialized"));
  const ask = (method: string, params?: Fields): Promise<Fields> =>
    wire.ask(request(++lastId, method, params));
  return {
    wire,
    ask,
    async hear(...uris) {
      let last: Fields = {};
      for (const uri of uris) last = await ask("resources/subscribe", { uri });
      return last;
    },
  };
}

function serverOf(options: Partial<ServerOptions>) {
  const errors: Error[] = [];
  const server = createServer({
    info: serverInfo,
    onError: (error) => errors.push(error),
    ...options,
  });
  return { server, errors };
}

const isAnn = ({ principal }: Viewer): boolean => principal === "ann";
const later =
  (rule: (viewer: Viewer) => boolean) =>
  async (viewer: Viewer): Promise<boolean> => {
    await Promise.resolve();
    return rule(viewer);
  };

/** Whose note it is: `note://ann/1`. */
const owns = (uri: string, { principal }: Viewer): boolean =>
  uri.startsWith(`note://${principal}/`);

const namesOf = ({ result }: Fields, list: string): unknown[] =>
  ((result as Fields)[list] as Fields[]).map(({ name }) => name);

describe.each([newestHandshake, modern])("in %s", (revision) => {
  describe.each([
    ["at once", owns],
    ["later", async (uri: string, viewer: Viewer) => owns(uri, viewer)],
  ])("who may not read a resource, as is said %s,", (_, canRead) => {
    const options: Partial<ServerOptions> = {
      capabilities: { resources: { subscribe: true } },
      handlers: {
        readResource: ({ uri }) => ({ contents: [{ uri, text: "secret" }] }),
        listResources: () => ({ resources: [] }),
      },
      canRead,
    };

    test("hears nothing of it, and who may does", async () => {
      const { server } = serverOf(options);
      const ann = await askerOf(server, revision, "ann");
      const bob = await askerOf(server, revision, "bob");
      await ann.hear("note://ann/1");
      const refused = await bob.hear("note://ann/1");
      if (revision === modern)
        expect(refused).toMatchObject({
          params: { notifications: { resourceSubscriptions: [] } },
        });
      else
        expect(refused).toMatchObject({
          error: { code: -32002, message: "Resource not found" },
        });
      server.notify.resourceUpdated({ uri: "note://ann/1" });
      expect(await ann.wire.next()).toMatchObject({
        method: "notifications/resources/updated",
        params: { uri: "note://ann/1" },
      });
      await bob.wire.expectSilence();
    });

    test("hears nothing either by what it is a part of", async () => {
      const { server } = serverOf({
        ...options,
        canRead: (uri, viewer) => uri === "note:" || canRead(uri, viewer),
      });
      const bob = await askerOf(server, revision, "bob");
      await bob.hear("note:");
      server.notify.resourceUpdated({ uri: "note://ann/1" });
      await bob.wire.expectSilence();
      server.notify.resourceUpdated({ uri: "note://bob/1" });
      expect(await bob.wire.next()).toMatchObject({
        params: { uri: "note://bob/1" },
      });
    });

    test("is told that there is none", async () => {
      const { server } = serverOf(options);
      const bob = await askerOf(server, revision, "bob");
      const read = await bob.ask("resources/read", { uri: "note://ann/1" });
      expect(read).toMatchObject({ error: { message: "Resource not found" } });
      const own = await bob.ask("resources/read", { uri: "note://bob/1" });
      expect(own).toMatchObject({ result: { contents: [{ text: "secret" }] } });
    });

    test("is given nothing of it by a cache, unless its result says so", async () => {
      if (revision !== modern) return; // which has no such hints
      const cache = { ttlMs: 1_000, cacheScope: "public" } as const;
      const shared = resource("note://bob/2", { name: "shared" }, (uri) => ({
        contents: [{ uri, text: "open" }],
        cacheScope: "public",
      }));
      const own = resource("note://bob/1", { name: "own" }, () => "secret");
      const features = [own, shared];
      for (const from of [options, { canRead, features }]) {
        const { server } = serverOf({ ...from, cache });
        const bob = await askerOf(server, revision, "bob");
        const read = async (uri: string) =>
          await bob.ask("resources/read", { uri });
        expect(await read("note://bob/1")).toMatchObject({
          result: { cacheScope: "private", ttlMs: 1_000 },
        });
        if (from === options) continue;
        expect(await read("note://bob/2")).toMatchObject({
          result: { cacheScope: "public" },
        });
      }
    });
  });

  test("a right that is lost ends what is heard", async () => {
    let may = true;
    const { server } = serverOf({
      capabilities: { resources: { subscribe: true } },
      handlers: { listResources: () => ({ resources: [] }) },
      canRead: () => may,
    });
    const ann = await askerOf(server, revision, "ann");
    await ann.hear("note://ann/1");
    may = false;
    server.notify.resourceUpdated({ uri: "note://ann/1" });
    await ann.wire.expectSilence();
  });

  test("a rule that fails lets nobody hear, and is reported", async () => {
    let fails = false;
    const { server, errors } = serverOf({
      capabilities: { resources: { subscribe: true } },
      handlers: { listResources: () => ({ resources: [] }) },
      canRead: async () => {
        if (fails) throw new Error("no database");
        return true;
      },
    });
    const ann = await askerOf(server, revision, "ann");
    await ann.hear("note://ann/1");
    fails = true;
    server.notify.resourceUpdated({ uri: "note://ann/1" });
    await ann.wire.expectSilence();
    expect(errors.map(({ message }) => message)).toEqual(["no database"]);
  });

  test.each(["nowhere", "", "a b:c", "note://a b", "note://{id}", "//x", ":x"])(
    "%j is no URI, and cannot be subscribed to",
    async (uri) => {
      const { server } = serverOf({
        features: [resource("note://a", { name: "a" }, () => "a")],
      });
      const ann = await askerOf(server, revision, "ann");
      const answer = await ann.hear(uri);
      expect(answer["error"]).toMatchObject({ code: -32602 });
      const where =
        revision === modern ? "notifications.resourceSubscriptions.0" : "uri";
      expect((answer["error"] as Fields)["message"]).toBe(
        `Invalid params: ${where}: expected a URI`,
      );
    },
  );

  describe.each([
    ["at once", isAnn],
    ["later", later(isAnn)],
  ])("what one alone may see, as is said %s,", (_, visible) => {
    const features = [
      tool("open", {}, () => "open"),
      tool("hidden", { visible }, () => "hidden"),
      prompt("open", {}, () => "open"),
      prompt(
        "hidden",
        { visible, arguments: { a: { complete: ["x"] } } },
        () => "hidden",
      ),
      resource("note://open", { name: "open" }, () => "open"),
      resource("note://hidden", { name: "hidden", visible }, () => "hidden"),
      resourceTemplate("open://{a}", { name: "open" }, () => "open"),
      resourceTemplate(
        "hidden://{a}",
        { name: "hidden", visible, complete: { a: ["x"] } },
        () => "hidden",
      ),
    ];

    test("is listed to nobody else", async () => {
      const { server } = serverOf({ features });
      const lists: [method: string, list: string][] = [
        ["tools/list", "tools"],
        ["prompts/list", "prompts"],
        ["resources/list", "resources"],
        ["resources/templates/list", "resourceTemplates"],
      ];
      const ann = await askerOf(server, revision, "ann");
      const bob = await askerOf(server, revision, "bob");
      for (const [method, list] of lists) {
        const seen = await ann.ask(method);
        expect(namesOf(seen, list)).toEqual(["open", "hidden"]);
        expect(namesOf(await bob.ask(method), list)).toEqual(["open"]);
        if (revision === modern)
          expect(seen).toMatchObject({ result: { cacheScope: "private" } });
      }
    });

    test("is found by nobody else", async () => {
      const { server } = serverOf({ features });
      const asks: [method: string, params: Fields][] = [
        ["tools/call", { name: "hidden" }],
        ["prompts/get", { name: "hidden" }],
        ["resources/read", { uri: "note://hidden" }],
        ["resources/read", { uri: "hidden://1" }],
        [
          "completion/complete",
          {
            ref: { type: "ref/prompt", name: "hidden" },
            argument: { name: "a", value: "" },
          },
        ],
        [
          "completion/complete",
          {
            ref: { type: "ref/resource", uri: "hidden://{a}" },
            argument: { name: "a", value: "" },
          },
        ],
      ];
      const ann = await askerOf(server, revision, "ann");
      const bob = await askerOf(server, revision, "bob");
      for (const [method, params] of asks) {
        expect(await ann.ask(method, params)).toHaveProperty("result");
        const hidden = await bob.ask(method, params);
        // As of what is not there at all.
        const unknown = await bob.ask(
          method,
          JSON.parse(JSON.stringify(params).replaceAll("hidden", "nobody")),
        );
        expect(hidden).toHaveProperty("error");
        expect(
          JSON.stringify(hidden["error"]).replaceAll("hidden", "nobody"),
        ).toBe(JSON.stringify(unknown["error"]));
      }
    });

    test("is subscribed to by nobody else", async () => {
      const { server } = serverOf({ features });
      for (const uri of ["note://hidden", "hidden://1"]) {
        const ann = await askerOf(server, revision, "ann");
        const bob = await askerOf(server, revision, "bob");
        await ann.hear(uri);
        await bob.hear(uri);
        server.notify.resourceUpdated({ uri });
        expect(await ann.wire.next()).toMatchObject({ params: { uri } });
        await bob.wire.expectSilence();
      }
    });

    test("is announced to nobody else", async () => {
      const { server } = serverOf({ features });
      const ann = await askerOf(server, revision, "ann");
      const bob = await askerOf(server, revision, "bob");
      if (revision === modern) for (const one of [ann, bob]) await one.hear();
      server.add(tool("another", { visible }, () => "x"));
      await settle();
      expect(await ann.wire.next()).toMatchObject({
        method: "notifications/tools/list_changed",
      });
      await bob.wire.expectSilence();
      server.add(tool("all", {}, () => "x"));
      await settle();
      expect(await bob.wire.next()).toMatchObject({
        method: "notifications/tools/list_changed",
      });
    });
  });

  test("what is unlisted is found by who knows its name", async () => {
    const visible = (): "unlisted" => "unlisted";
    const { server } = serverOf({
      features: [tool("secret", { visible }, () => "here")],
    });
    const ann = await askerOf(server, revision, "ann");
    expect(namesOf(await ann.ask("tools/list"), "tools")).toEqual([]);
    expect(await ann.ask("tools/call", { name: "secret" })).toMatchObject({
      result: { content: [{ text: "here" }] },
    });
  });

  test("pages hold what one may see, and a cursor finds nothing else", async () => {
    const features = Array.from({ length: 9 }, (_, at) =>
      tool(`t${at}`, at % 3 === 1 ? { visible: isAnn } : {}, () => "x"),
    );
    const { server } = serverOf({ features, pageSize: 2 });
    const allOf = async (principal: string): Promise<unknown[]> => {
      const asker = await askerOf(server, revision, principal);
      const names: unknown[] = [];
      let cursor: unknown;
      do {
        const page = await asker.ask("tools/list", cursor ? { cursor } : {});
        names.push(...namesOf(page, "tools"));
        cursor = (page["result"] as Fields)["nextCursor"];
      } while (cursor !== undefined);
      return names;
    };
    expect(await allOf("ann")).toHaveLength(9);
    expect(await allOf("bob")).toEqual(["t0", "t2", "t3", "t5", "t6", "t8"]);
    const bob = await askerOf(server, revision, "bob");
    for (const cursor of ["tools:t1", "tools:t99"])
      expect(await bob.ask("tools/list", { cursor })).toMatchObject({
        error: { code: -32602, message: "Invalid cursor" },
      });
  });

  test("a function lists the resources of a template, to each their own", async () => {
    const notes: Readonly<Record<string, string[]>> = {
      ann: ["1", "2"],
      bob: ["3"],
    };
    const list = ({ principal = "" }: Viewer) =>
      (notes[principal] ?? []).map((id) => ({
        uri: `note://${id}`,
        name: `note ${id}`,
      }));
    const { server } = serverOf({
      pageSize: 2,
      features: [
        resource("note://0", { name: "for all" }, () => "0"),
        resourceTemplate(
          "note://{id}",
          { name: "notes", list },
          ({ id }) => id,
        ),
        resourceTemplate(
          "old://{id}",
          {
            name: "old",
            list: () => [{ uri: "old://1", name: "old 1" }],
            readUnlisted: true,
          },
          ({ id }) => id,
        ),
      ],
    });
    const ann = await askerOf(server, revision, "ann");
    const bob = await askerOf(server, revision, "bob");
    const first = await ann.ask("resources/list");
    expect(namesOf(first, "resources")).toEqual(["for all", "note 1"]);
    const { nextCursor: cursor } = first["result"] as Fields;
    const second = await ann.ask("resources/list", { cursor });
    expect(namesOf(second, "resources")).toEqual(["note 2", "old 1"]);
    // A place in another's list is none in one's own.
    expect(await bob.ask("resources/list", { cursor })).toMatchObject({
      error: { message: "Invalid cursor" },
    });
    const read = (asker: Asker, uri: string): Promise<Fields> =>
      asker.ask("resources/read", { uri });
    expect(await read(ann, "note://1")).toHaveProperty("result");
    expect(await read(bob, "note://1")).toHaveProperty("error");
    expect(await read(bob, "old://9")).toHaveProperty("result");
    await ann.hear("note://1");
    await bob.hear("note://1");
    server.notify.resourceUpdated({ uri: "note://1" });
    expect(await ann.wire.next()).toMatchObject({
      params: { uri: "note://1" },
    });
    await bob.wire.expectSilence();
  });

  test("a rule for reading goes for lists too", async () => {
    const { server } = serverOf({
      features: [
        resource("note://ann/1", { name: "1" }, () => "1"),
        resource("note://bob/2", { name: "2" }, () => "2"),
      ],
      canRead: owns,
    });
    const bob = await askerOf(server, revision, "bob");
    const listed = await bob.ask("resources/list");
    expect(namesOf(listed, "resources")).toEqual(["2"]);
  });
});

test("who is nobody in particular sees what all may", async () => {
  const { server } = serverOf({
    features: [tool("a", { visible: isAnn }, () => "x")],
  });
  const wire = wireTo(server);
  const listed = await wire.ask(modernRequest(1, "tools/list"));
  expect(namesOf(listed, "tools")).toEqual([]);
});
