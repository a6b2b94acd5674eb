import { describe, expect, onTestFinished, test } from "vitest";
import {
  startProxy,
  type Proxy,
  type ProxyOptions,
} from "../../support/proxy.ts";
import { mcpGen } from "../../cli/command-line.ts";
import { temporaryFolder } from "../../emit/output/folder.ts";
import {
  codeHost,
  draft,
  draftPath,
  failureOf,
  open,
  readAll,
  released,
} from "./code-host.ts";

const all = { "2030-01-01": released, draft };

/** A proxy that goes with the test. */
async function proxyOf(options: ProxyOptions = {}): Promise<Proxy> {
  const proxy = await startProxy(options);
  onTestFinished(() => proxy.close());
  return proxy;
}

describe("a proxy of the environment", () => {
  test.each(["http_proxy", "HTTP_PROXY"])("is used: %s", async (variable) => {
    const host = await codeHost();
    const to = new URL(host.url).host;
    const routes = { "code.example": to };
    const proxy = await proxyOf({ routes, credentials: "me:hidden" });
    const env = {
      GITHUB_API_URL: "http://code.example",
      [variable]: proxy.url,
    };
    expect(await readAll(await open(host, { env }))).toEqual(all);
    expect(proxy.requests).toHaveLength(4);
    for (const { method, target } of proxy.requests) {
      expect(method).toBe("GET");
      expect(target).toMatch(/^http:\/\/code\.example\/repos\/example\//);
    }
    for (const { headers } of host.requests)
      expect(headers).not.toHaveProperty("proxy-authorization");
  });

  test("is not used for what NO_PROXY names", async () => {
    const host = await codeHost();
    const proxy = await proxyOf();
    const env = { HTTP_PROXY: proxy.url, NO_PROXY: "example.com, 127.0.0.1" };
    expect(await readAll(await open(host, { env }))).toEqual(all);
    expect(proxy.requests).toEqual([]);
  });

  test("tunnels what is encrypted, and may refuse", async () => {
    const host = await codeHost();
    const proxy = await proxyOf({ credentials: "me:hidden" });
    for (const variable of ["https_proxy", "HTTPS_PROXY", "HTTP_PROXY"]) {
      const env = {
        GITHUB_API_URL: "https://code.example",
        GITHUB_TOKEN: "secret",
        [variable]: proxy.url.replace("hidden", "wrong"),
      };
      const { error, text } = await failureOf(open(host, { env }));
      expect(error).toMatchObject({ code: "unreachable" });
      expect(text).toContain("407");
      expect(text).not.toMatch(/secret|wrong|hidden/);
      const { method, target, headers } = proxy.requests.at(-1) ?? {};
      expect([method, target]).toEqual(["CONNECT", "code.example:443"]);
      expect(headers).not.toHaveProperty("authorization");
    }
  });

  test.each(["not an address", "socks5://secret@host:1", "http://[secret"])(
    "must be one that is known: %s",
    async (url) => {
      const host = await codeHost();
      const { error, text } = await failureOf(
        open(host, { env: { HTTPS_PROXY: url } }),
      );
      expect(error).toMatchObject({
        code: "invalid-config",
        message: "HTTPS_PROXY is no address of a proxy",
      });
      expect(text).not.toContain("secret");
    },
  );

  test("is used for a schema by its address, too", async () => {
    const schema = "http://files.example/schema.ts";
    const model = "http://files.example/protocol.json";
    const draft = ["--schema", schema, "--revision", "draft"];
    for (const args of [
      ["generate", ...draft, "--out", "out"],
      ["generate", model, "--out", "out"],
      ["generate", "draft", "--extension", `a.b/c=${schema}`, "--out", "out"],
      ["generate", "draft", "--extension", `a.b/c=${model}`, "--out", "out"],
      ["inspect", "draft", "--schema", schema],
      ["inspect", model],
      ["diff", "draft", schema],
      ["diff", "draft", model],
      ["validate", ...draft, "log.jsonl"],
      ["validate", "--revision", model, "log.jsonl"],
    ]) {
      const proxy = await proxyOf();
      const env = { http_proxy: proxy.url };
      const { stderr } = await mcpGen(args, { cwd: temporaryFolder(), env });
      const [target] = proxy.requests.map((request) => request.target);
      expect([schema, model]).toContain(target);
      expect(stderr).toContain(`Cannot fetch ${target}: the answer is 502`);
    }
  });
});

test("a redirect to the host of raw files is followed, without the token", async () => {
  const [host, raw] = await Promise.all([
    codeHost({ token: "secret" }),
    codeHost(),
  ]);
  const routes = {
    "api.code.localhost": new URL(host.url).host,
    "raw.code.localhost": new URL(raw.url).host,
  };
  const { url: http_proxy } = await proxyOf({ routes });
  const commit = raw.commits[0]?.sha ?? "";
  const location = `http://raw.code.localhost/repos/${raw.name}/contents/${draftPath}?ref=${commit}`;
  host.fault("contents", {
    kind: "answer",
    status: 302,
    headers: { location },
  });
  const env = { GITHUB_API_URL: "http://api.code.localhost", http_proxy };
  const upstream = await open(host, { env });
  const { bytes } = await upstream.read({ path: draftPath });
  expect(Buffer.from(bytes).toString()).toBe(draft);
  expect(host.requests.at(-1)?.headers).toHaveProperty("authorization");
  expect(raw.requests).toHaveLength(1);
  for (const { headers } of raw.requests) {
    expect(headers).not.toHaveProperty("authorization");
    expect(headers).not.toHaveProperty("x-github-api-version");
  }
});

test("a token is not sent where anyone could read it", async () => {
  const host = await codeHost();
  const routes = { "code.example": new URL(host.url).host };
  const { url: http_proxy } = await proxyOf({ routes });
  const env = {
    GITHUB_API_URL: "http://code.example",
    GITHUB_TOKEN: "secret",
    http_proxy,
  };
  await open(host, { env });
  expect(host.requests[0]?.headers).not.toHaveProperty("authorization");
  const { error } = await failureOf(
    open(host, { env, from: "example/hidden" }),
  );
  expect(error).toMatchObject({
    hint: "is the name right? for a private one GITHUB_TOKEN is not sent without HTTPS",
  });
});
