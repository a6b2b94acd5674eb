import { describe, expect, test } from "vitest";
import {
  connect,
  createClient,
  createServer,
  resource,
  resourceTemplate,
  type Client,
  type ClientOptions,
  type Server,
} from "../../../generated/index.ts";
import { createUriMatcher } from "../../../src/runtime/features/uri/match.ts";
import { normalizeTemplate } from "../../../src/runtime/features/uri/template.ts";
import { isSameUri, normalizeUri } from "../../../src/runtime/protocol/uri.ts";

const info = { name: "test", version: "1.0.0" };

/** Spellings of one resource. */
const same = [
  ["file:///a b", "file:///a%20b"],
  ["file:///docs/café", "file:///docs/caf%C3%A9", "FILE:///docs/caf%c3%a9"],
  ["a://b/c/%7Bfoo%7D", "A://b/./c/../%63/%7bfoo%7d", "a://b/c/{foo}"],
  ["http://example.com", "HTTP://Example.COM/", "http://example.com/./"],
  ["http://e.org/~ann", "http://E.org/%7Eann", "http://e.org/%7eann"],
  ["file:///x.txt", "file:///%78%2Etxt", "file:///y/%2E%2e/x.txt"],
  ["https://Me@%C3%A9.org/x", "https://Me@%c3%a9.ORG/x", "https://Me@É.org/x"],
] satisfies [string, string, ...string[]][];

/** Resources of their own. */
const different = [
  ["note://Ann/1", "note://ann/1"],
  ["file:///a%2Fb", "file:///a/b"],
  ["file:///A", "file:///a"],
  ["http://e.org/x?a=%26", "http://e.org/x?a=&"],
  ["http://e.org/x", "http://e.org/x/"],
  ["urn:a/../b", "urn:b"],
  ["https://Me@e.org/", "https://me@e.org/"],
] as const;

describe("the normal form of a URI", () => {
  test.each(same.slice(0, -1))("is one for %s and %s", (uri, ...others) => {
    for (const other of others) expect(isSameUri(uri, other), other).toBe(true);
  });

  test("keeps the user's letters, and the case of encoded octets", () => {
    expect(normalizeUri("https://Me@%c3%a9.ORG/x")).toBe(
      "https://Me@%C3%A9.org/x",
    );
  });

  test.each(different)("is not the same for %s and %s", (one, other) => {
    expect(isSameUri(one, other)).toBe(false);
  });

  test.each(["no uri", "", "%", "%zz", "\ud800", "a:%", ":", "a://\udc00/%2"])(
    "of %j throws nothing, and is normal already when made",
    (text) => {
      const normal = normalizeUri(text);
      expect(normalizeUri(normal)).toBe(normal);
    },
  );

  test("of a template leaves its expressions as they are", () => {
    expect(normalizeTemplate("FILE:///caf%c3%a9/{+Name}{?q*}")).toBe(
      "file:///caf%C3%A9/{+Name}{?q*}",
    );
    expect(normalizeTemplate("a://b/./{x}")).toBe("a://b/{x}");
    expect(normalizeTemplate("a://b/{x}/../y")).toBeUndefined();
    expect(() => createUriMatcher("a://b/{x}/../y")).toThrow(TypeError);
  });

  test("takes linear time", () => {
    for (const one of ["%", "%2e", "../", "./", "{", "{}", "é", "/."]) {
      const uri = `a://${one.repeat(20_000)}`;
      expect(normalizeUri(uri).length).toBeLessThanOrEqual(uri.length * 9);
      normalizeTemplate(uri);
    }
  });
});

async function clientOf(
  server: Server,
  options: Pick<ClientOptions, "revisions"> = {},
): Promise<Client> {
  const client = createClient({ info, ...options });
  await connect(server, client);
  return client;
}

/** The text that a client reads, or the reason why there is none. */
async function readText(client: Client, uri: string): Promise<unknown> {
  const result = await client.readResource({ uri }).catch((error) => error);
  return result instanceof Error ? result.message : result.contents[0].text;
}

describe("a server", () => {
  test.each(same.slice(0, -1))("reads %s in each spelling", async (...uris) => {
    for (const registered of uris) {
      const server = createServer({
        info,
        features: [
          resource(registered, { name: "x" }, (uri) => `found ${uri}`),
        ],
      });
      const client = await clientOf(server);
      for (const uri of uris)
        expect(await readText(client, uri), uri).toBe(`found ${registered}`);
      await client.close();
    }
  });

  test("keeps resources of different URIs apart", async () => {
    for (const [one, other] of different) {
      const features = [one, other].map((uri) =>
        resource(uri, { name: uri }, () => uri),
      );
      const client = await clientOf(createServer({ info, features }));
      expect(await readText(client, one)).toBe(one);
      expect(await readText(client, other)).toBe(other);
      await client.close();
    }
  });

  test("takes no second resource or template of a URI", () => {
    const server = createServer({
      info,
      features: [
        resource("file:///a b", { name: "a" }, () => "a"),
        resourceTemplate("file:///é/{x}", { name: "t" }, () => "t"),
      ],
    });
    for (const again of [
      resource("FILE:///a%20b", { name: "b" }, () => "b"),
      resourceTemplate("file:///%c3%a9/{x}", { name: "u" }, () => "u"),
    ])
      expect(() => server.add(again)).toThrow("already");
  });

  test.each([
    [
      "file:///docs/café/{name}",
      "file:///docs/café/",
      "file:///docs/caf%C3%A9/",
    ],
    [
      "file:///docs/caf%c3%a9/{name}",
      "FILE:///docs/café/",
      "file:///docs/./café/",
    ],
    ["file:///a b/{name}", "file:///a b/", "file:///a%20b/"],
    ["HTTP://E.org/%7eme/{name}", "http://e.ORG/~me/", "http://e.org/%7Eme/"],
    ["http://E.org{?name}", "http://e.org?name=", "http://e.org/?name="],
    ["http://e.org/{?name}", "http://e.org?name=", "HTTP://e.org/?name="],
  ])("matches %s in each spelling", async (template, ...starts) => {
    const server = createServer({
      info,
      features: [
        resourceTemplate(template, { name: "t" }, ({ name }) => String(name)),
      ],
    });
    const client = await clientOf(server);
    for (const start of starts)
      for (const [written, value] of [
        ["Ann", "Ann"],
        ["é", "é"],
        ["%c3%a9", "é"],
        ["a b", "a b"],
        ["a%20b", "a b"],
      ] as const)
        expect(await readText(client, start + written)).toBe(value);
    await client.close();
  });

  test("keeps the case of a value in the place of a host", async () => {
    const server = createServer({
      info,
      features: [
        resourceTemplate("greet://{name}", { name: "t" }, ({ name }) => name),
      ],
    });
    const client = await clientOf(server);
    expect(await readText(client, "GREET://Ann")).toBe("Ann");
    await client.close();
  });

  test("completes the variables of a template in each spelling", async () => {
    const server = createServer({
      info,
      features: [
        resourceTemplate(
          "file:///café/{name}",
          { name: "t", complete: { name: ["ann"] } },
          ({ name }) => name,
        ),
        resource("file:///a b", { name: "r" }, () => "r"),
      ],
    });
    const client = await clientOf(server);
    const complete = async (uri: string): Promise<readonly string[]> => {
      const { completion } = await client.complete({
        ref: { type: "ref/resource", uri },
        argument: { name: "name", value: "" },
      });
      return completion.values;
    };
    for (const uri of ["file:///café/{name}", "FILE:///caf%c3%a9/{name}"])
      expect(await complete(uri)).toEqual(["ann"]);
    expect(await complete("file:///a%20b")).toEqual([]);
    await expect(complete("file:///cafe/{name}")).rejects.toThrow("Unknown");
    await expect(complete("\ud800{")).rejects.toThrow("Unknown");
    await client.close();
  });

  test("reads what a template lists in each spelling, and lists it once", async () => {
    const uris = ["note://ann/é", "note://ann/one"];
    const server = createServer({
      info,
      features: [
        resource("note://ann/%6Fne", { name: "one" }, () => "fixed"),
        resourceTemplate(
          "note://ann/{id}",
          { name: "t", list: () => uris.map((uri) => ({ uri, name: uri })) },
          ({ id }) => id,
        ),
      ],
    });
    const client = await clientOf(server);
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual([
      "note://ann/%6Fne",
      "note://ann/é",
    ]);
    expect(await readText(client, "note://ann/%C3%A9")).toBe("é");
    expect(await readText(client, "note://ann/é")).toBe("é");
    expect(await readText(client, "note://ann/two")).toBe("Resource not found");
    await client.close();
  });

  test("asks canRead with one spelling: the resource's, or the normal one", async () => {
    const asked: string[] = [];
    const server = createServer({
      info,
      canRead: (uri) => {
        asked.push(uri);
        return uri !== "file:///a secret" && !uri.startsWith("file:///d/no/");
      },
      features: [
        resource("file:///a secret", { name: "a" }, () => "secret"),
        resourceTemplate("file:///d/{+x}", { name: "d" }, ({ x }) => x),
      ],
    });
    const client = await clientOf(server);
    for (const uri of [
      "file:///a%20secret",
      "FILE:///b/../a secret",
      "file:///d/n%6F/x",
      "file:///d/yes/../no/x",
    ])
      expect(await readText(client, uri), uri).toBe("Resource not found");
    expect(await readText(client, "file:///d/yes/é")).toBe("yes/é");
    expect(new Set(asked)).toEqual(
      new Set(["file:///a secret", "file:///d/no/x", "file:///d/yes/%C3%A9"]),
    );
    expect((await client.listResources()).resources).toEqual([]);
    await client.close();
  });

  const revisions = [["2025-11-25"], ["2026-07-28"]] as const;

  test.each(revisions)("tells changes in each spelling, in %s", async (one) => {
    const server = createServer({
      info,
      features: [resource("file:///a b", { name: "a" }, () => "a")],
    });
    const client = await clientOf(server, { revisions: [one] });
    const heard = async (
      watched: string,
      updated: string,
    ): Promise<unknown> => {
      const subscription = await client.listen({
        resourceSubscriptions: [watched],
      });
      server.notify.resourceUpdated({ uri: updated });
      let change: unknown;
      for await (const { params } of subscription) {
        change = params["uri"];
        break;
      }
      await subscription.close();
      return change;
    };
    for (const [watched, updated] of [
      ["file:///a%20b", "file:///a b"],
      ["file:///a b", "FILE:///a%20b"],
      ["file:///café", "file:///caf%c3%a9"],
      ["file:///caf%C3%A9", "file:///café/x"],
    ] as const)
      expect(await heard(watched, updated)).toBe(updated);
    await client.close();
  });

  test("ends a subscription when its last spelling does", async () => {
    const server = createServer({
      info,
      features: [resource("file:///a b", { name: "a" }, () => "a")],
    });
    const client = await clientOf(server, { revisions: ["2025-11-25"] });
    const both = await Promise.all(
      ["file:///a b", "file:///a%20b"].map((uri) =>
        client.listen({ resourceSubscriptions: [uri] }),
      ),
    );
    await both[0]?.close();
    server.notify.resourceUpdated({ uri: "file:///a b" });
    for await (const { params } of both[1] ?? []) {
      expect(params["uri"]).toBe("file:///a b");
      break;
    }
    await both[1]?.close();
    await client.close();
  });
});
