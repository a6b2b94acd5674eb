import { describe, expect, test, vi } from "vitest";
import { InputError } from "../../../src/base/diagnostics/error.ts";
import { limitError } from "../../../src/project/upstream/host/refusal.ts";
import type { Endpoint, Fault } from "../../support/code-host.ts";
import { temporaryFolder } from "../../emit/output/folder.ts";
import {
  asked,
  codeHost,
  draft,
  draftPath,
  failureOf,
  open,
  readAll,
  released,
} from "./code-host.ts";
import { patient } from "../../runtime/wait.ts";

const token = "ghp_0123456789secret";
const all = { "2030-01-01": released, draft };
const endpoints: readonly Endpoint[] = ["commits", "tree", "contents"];

function answer(
  status: number,
  body: string,
  headers: Record<string, string> = {},
): Fault {
  return { kind: "answer", status, body, headers };
}

const page = { "content-type": "text/html; charset=utf-8" };

const faults: readonly [string, Fault, string][] = [
  ["no answer", { kind: "lost" }, "unreachable"],
  ["a body of which nothing comes", { kind: "lost", after: 0 }, "unreachable"],
  ["a body that is cut off", { kind: "lost", after: 9 }, "unreachable"],
  ["the hour's limit", { kind: "rate-limit" }, "rate-limited"],
  ["the limit of a moment", { kind: "secondary-limit" }, "rate-limited"],
  ["a limit in the newer form", answer(429, ""), "rate-limited"],
  ["an endless body", { kind: "endless" }, "too-large"],
  ["a failing host", answer(500, "{"), "fetch-failed"],
  ["a web page", answer(200, "<p>Log in", page), "fetch-failed"],
  ["a refusal", answer(403, `{"message":"Forbidden"}`), "fetch-failed"],
  [
    "a token that is none",
    answer(401, `{"message":"Bad credentials"}`),
    "fetch-failed",
  ],
  ["nothing new, unasked", answer(304, ""), "fetch-failed"],
  [
    "the token, repeated",
    answer(418, `{"message":"${token}"}`),
    "fetch-failed",
  ],
  [
    "a redirect in a circle",
    answer(302, "", { location: "?again" }),
    "fetch-failed",
  ],
  [
    "a redirect to nowhere",
    answer(302, "", { location: "http://[" }),
    "fetch-failed",
  ],
  [
    "a redirect to a file",
    answer(302, "", { location: "file:///etc/passwd" }),
    "fetch-failed",
  ],
  [
    "a redirect with the token",
    answer(302, "", { location: `http://elsewhere.example/${token}` }),
    "fetch-failed",
  ],
];

describe.each(endpoints)("%s with", (endpoint) => {
  test.each(faults)("%s", async (_, fault, code) => {
    const host = await codeHost({ token });
    const env = { XDG_CACHE_HOME: temporaryFolder() };
    host.fault(endpoint, fault);
    const { error, text } = await failureOf(open(host, { env }).then(readAll));
    expect(error).toBeInstanceOf(InputError);
    expect(error).toMatchObject({ code });
    expect(text).not.toContain(token);
    // What was kept meanwhile is sound.
    host.reset();
    expect(await readAll(await open(host, { env }))).toEqual(all);
  });

  test("a connection that is lost once", async () => {
    const host = await codeHost();
    host.fault(endpoint, { kind: "lost", after: 5 }, 1);
    expect(await readAll(await open(host))).toEqual(all);
    expect(asked(host).filter((one) => one === endpoint).length).toBe(
      endpoint === "contents" ? 3 : 2,
    );
  });

  test("an end that nobody says is too early", async () => {
    const host = await codeHost();
    host.fault(endpoint, { kind: "short", after: 20 });
    const { error } = await failureOf(open(host).then(readAll));
    const code = endpoint === "contents" ? "digest-mismatch" : "fetch-failed";
    expect(error).toMatchObject({ code });
  });
});

describe("an answer of the API", () => {
  test.each<[Endpoint, string]>([
    ["commits", "{}"],
    ["commits", "[{}]"],
    ["commits", `[{"sha":"main"}]`],
    ["commits", "null"],
    ["tree", "[]"],
    ["tree", `{"tree":{}}`],
    ["tree", "null"],
    ["contents", `{"encoding":"none","content":""}`],
    ["contents", "[]"],
    ["contents", "null"],
  ])("to %s must be of its form: %s", async (endpoint, body) => {
    const host = await codeHost();
    const type = { "content-type": "application/json" };
    host.fault(endpoint, answer(200, body, type));
    const { error } = await failureOf(open(host).then(readAll));
    expect(error).toMatchObject({ code: "fetch-failed" });
  });

  test("must have the bytes of its commit", async () => {
    const host = await codeHost();
    host.fault("contents", { kind: "altered" });
    const upstream = await open(host);
    const { error } = await failureOf(upstream.read({ path: draftPath }));
    expect(error).toMatchObject({ code: "digest-mismatch" });
  });

  test("leads to no other host, and brings it nothing", async () => {
    const [host, other] = await Promise.all([codeHost({ token }), codeHost()]);
    const location = `${other.url}/repos/${other.name}/commits?key=${token}`;
    for (const endpoint of endpoints) {
      host.reset();
      host.fault(endpoint, answer(307, "", { location }));
      const { error, text } = await failureOf(open(host).then(readAll));
      expect(error).toMatchObject({ code: "fetch-failed" });
      expect(text).toContain("redirects to");
      expect(text).not.toContain(token);
    }
    expect(other.requests).toEqual([]);
  });
});

describe("a limit of requests", () => {
  test("is told with its end, and asked about no more", async () => {
    const host = await codeHost();
    const reset = Date.UTC(2040, 0, 1, 12) / 1000;
    const upstream = await open(host);
    host.fault("contents", { kind: "rate-limit", reset });
    const read = await Promise.all(
      [draftPath, "schema/2030-01-01/schema.ts"].map((path) =>
        failureOf(upstream.read({ path })),
      ),
    );
    for (const { error } of read) {
      expect(error).toMatchObject({
        code: "rate-limited",
        message: `${new URL(host.url).host} takes no more requests until 2040-01-01T12:00:00Z`,
        hint: "set GITHUB_TOKEN: with one, more requests are taken",
      });
    }
    expect(asked(host)).toEqual(["commits", "tree", "contents"]);
  });

  test.each([
    ["60", "until 2030-01-01T00:01:00Z"],
    ["Tue, 01 Jan 2030 00:02:00 GMT", "until 2030-01-01T00:02:00Z"],
    ["9".repeat(400), "for now"],
    ["soon", "for now"],
    ["-1", "for now"],
  ])("that ends after %s is told %s", (after, told) => {
    const url = new URL("https://api.example/repos/a/b");
    const error = limitError(
      { kind: "repository", name: "a/b", url },
      {
        url,
        status: 429,
        headers: new Headers({ "retry-after": after }),
        body: Buffer.from(""),
      },
      Date.UTC(2030, 0, 1),
    );
    expect(error?.message).toBe(`api.example takes no more requests ${told}`);
  });
});

describe("a host that keeps silent", () => {
  test.each([{ kind: "stalled" }, { kind: "stalled", after: 3 }] as const)(
    "is waited for no longer than %j",
    async (fault) => {
      const host = await codeHost();
      host.fault("commits", fault);
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      try {
        const opened = failureOf(open(host));
        await vi.waitFor(() => expect(host.requests).toHaveLength(1), patient);
        await vi.advanceTimersByTimeAsync(15_000);
        const { error } = await opened;
        expect(error).toMatchObject({
          code: "unreachable",
          message: expect.stringContaining(
            "no answer in time (15 s)",
          ) as string,
        });
        expect(host.requests).toHaveLength(1);
      } finally {
        vi.useRealTimers();
      }
    },
  );

  test("is left when the caller gives up", async () => {
    const host = await codeHost();
    host.fault("commits", { kind: "stalled" });
    const caller = new AbortController();
    const opened = failureOf(open(host, { signal: caller.signal }));
    await vi.waitFor(() => expect(host.requests).toHaveLength(1), patient);
    caller.abort(new Error("enough"));
    expect((await opened).text).toContain("enough");
  });

  test("is none: nobody is there", async () => {
    const env = { GITHUB_API_URL: "http://127.0.0.1:1" };
    const host = await codeHost();
    const { error } = await failureOf(open(host, { env }));
    expect(error).toMatchObject({ code: "unreachable" });
  });
});

describe("a token", () => {
  test.each(["two words", "a\nb", "naïve", "\u0000"])(
    "that is none is not sent, nor shown: %j",
    async (value) => {
      const host = await codeHost();
      const env = { GITHUB_TOKEN: `secret ${value}` };
      const { error, text } = await failureOf(open(host, { env }));
      expect(error).toMatchObject({ code: "invalid-config" });
      expect(text).not.toContain("secret");
      expect(host.requests).toEqual([]);
    },
  );

  test("is taken from GH_TOKEN before GITHUB_TOKEN", async () => {
    const host = await codeHost();
    await open(host, { env: { GH_TOKEN: "first\n", GITHUB_TOKEN: "second" } });
    expect(host.requests[0]?.headers.authorization).toBe("Bearer first");
  });
});
