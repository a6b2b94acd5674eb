import { once } from "node:events";
import {
  request as httpRequest,
  ServerResponse,
  type IncomingHttpHeaders,
} from "node:http";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { networkInterfaces } from "node:os";
import { describe, expect, test, vi } from "vitest";
import {
  terminal,
  TerminalLoginError,
  type TerminalOptions,
} from "../../../../src/runtime/auth/node.ts";
import type { LoginAttempt } from "../../../../src/runtime/auth/index.ts";
import { freePort } from "../../../support/free-ports.ts";
import { patient } from "../../wait.ts";

const never = new AbortController().signal;

/** A login whose URL goes to nobody but the test. */
function quiet(options: TerminalOptions = {}): ReturnType<typeof terminal> {
  return terminal({ open: false, print: () => {}, ...options });
}

const authorize = (state: string): URL =>
  new URL(`https://as.example/authorize?client_id=a&state=${state}`);

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** One request, with any header and any target. */
async function ask(
  uri: string,
  { method = "GET", host = "", target = "" } = {},
): Promise<Answer> {
  const { hostname, port, pathname, search } = new URL(uri);
  const request = httpRequest({
    host: hostname.replace(/^\[|\]$/g, ""),
    port,
    method,
    path: target || pathname + search,
    headers: host ? { host } : {},
  });
  request.end();
  const [response] = await once(request, "response");
  let text = "";
  for await (const chunk of response) text += chunk;
  return { status: response.statusCode, headers: response.headers, text };
}

/** Whether anybody listens at the port of a URI. */
async function isOpen(uri: string): Promise<boolean> {
  const { hostname, port } = new URL(uri);
  const socket = connect(Number(port), hostname.replace(/^\[|\]$/g, ""));
  return new Promise((resolve) => {
    // From the port to itself is how a system may connect where nobody listens.
    socket.once("connect", () => resolve(!isToItself(socket)));
    socket.once("error", () => resolve(false));
  }).finally(() => socket.destroy()) as Promise<boolean>;
}

function isToItself({ localPort, remotePort }: Socket): boolean {
  return localPort === remotePort;
}

/** Runs with one attempt, which ends whatever happens. */
async function withAttempt(
  login: ReturnType<typeof terminal>,
  run: (attempt: LoginAttempt) => Promise<void>,
  known: readonly string[] = [],
  signal = never,
): Promise<void> {
  const attempt = await login.start(known, signal);
  try {
    await run(attempt);
  } finally {
    attempt.end();
  }
  expect(await isOpen(attempt.redirectUri)).toBe(false);
}

describe("a login at a terminal", () => {
  test("gives the URL that a person comes back to, and closes behind them", async () => {
    await withAttempt(quiet({ name: "A & <b>" }), async (attempt) => {
      expect(attempt.redirectUri).toMatch(
        /^http:\/\/127\.0\.0\.1:\d+\/callback$/,
      );
      const visit = attempt.visit(authorize("s1"));
      const back = `${attempt.redirectUri}?code=c%2B1&state=s1&iss=https%3A%2F%2Fas.example`;
      const page = await ask(back);
      expect((await visit).href).toBe(back);
      expect(page.status).toBe(200);
      expect(page.text).toContain(
        "Go back to where A &#38; &#60;b&#62; waits: it says how the login ended. You can close this window.",
      );
      expect(page.headers).toMatchObject({
        "content-type": "text/html; charset=utf-8",
        "cache-control": "no-store",
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
        connection: "close",
      });
      const { "content-security-policy": policy } = page.headers;
      expect(policy).toMatch(
        /^default-src 'none'; style-src 'sha256-[\w+/=]+'; .*frame-ancestors 'none'$/,
      );
    });
  });

  test("prints the URL on standard error, and opens it as it stands", async () => {
    const stderr = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const stdout = vi.spyOn(process.stdout, "write");
    const opened: string[] = [];
    try {
      const login = terminal({ open: (url) => opened.push(url) });
      await withAttempt(login, async (attempt) => {
        const visit = attempt.visit(authorize("s1"));
        await ask(`${attempt.redirectUri}?code=a&state=s1`);
        await visit;
      });
      const { href } = authorize("s1");
      expect(opened).toEqual([href]);
      expect(stderr.mock.calls.join("")).toContain(`\n  ${href}\n`);
      expect(stdout.mock.calls.join("")).not.toContain("s1");
    } finally {
      stderr.mockRestore();
      stdout.mockRestore();
    }
  });

  test("goes on when no browser can be opened, and says why", async () => {
    for (const open of [
      () => Promise.reject(new Error("no screen")),
      () => {
        throw new Error("no screen");
      },
    ]) {
      const said: string[] = [];
      const login = quiet({ open, print: (text) => said.push(text) });
      await withAttempt(login, async (attempt) => {
        const visit = attempt.visit(authorize("s1"));
        await vi.waitFor(
          () => expect(said.join()).toContain("no screen"),
          patient,
        );
        await ask(`${attempt.redirectUri}?code=a&state=s1`);
        await visit;
      });
    }
  });

  test("says over ssh how a browser elsewhere gets here, and opens none", async () => {
    vi.stubEnv("SSH_TTY", "/dev/pts/1").stubEnv("BROWSER", "");
    const said: string[] = [];
    try {
      const login = terminal({ print: (text) => said.push(text) });
      await withAttempt(login, async (attempt) => {
        const visit = attempt.visit(authorize("s1"));
        await ask(`${attempt.redirectUri}?state=s1`);
        await visit;
        const { port } = new URL(attempt.redirectUri);
        expect(said).toEqual([
          expect.stringContaining("To log in at as.example, open this URL"),
          expect.stringContaining(`ssh -L ${port}:127.0.0.1:${port}`),
        ]);
      });
    } finally {
      vi.unstubAllEnvs();
    }
  });

  test("fails when nobody can be told of the URL", async () => {
    const print = (): never => {
      throw new Error("no terminal");
    };
    await withAttempt(quiet({ print }), async (attempt) => {
      const visit = attempt.visit(authorize("s1"));
      await expect(visit).rejects.toThrow("no terminal");
    });
  });

  test("tells a person who was refused so, in no words of the server's", async () => {
    await withAttempt(quiet(), async (attempt) => {
      const visit = attempt.visit(authorize("s1"));
      const page = await ask(
        `${attempt.redirectUri}?error=access_denied&error_description=<script>evil()</script>&state=s1`,
      );
      expect(page.text).toContain("The login was refused, or it failed");
      expect(page.text).not.toMatch(/evil|script|access_denied|s1/);
      expect((await visit).searchParams.get("error")).toBe("access_denied");
    });
  });

  test.each([
    ["another state", "?code=evil&state=s2"],
    ["no state", "?code=evil"],
    ["an empty state", "?code=evil&state="],
    ["two states", "?code=evil&state=s1&state=s1"],
    ["its state and another", "?code=evil&state=s1&state=s2"],
    ["an error without its state", "?error=access_denied"],
    ["its state in other letters", "?code=evil&state=S1"],
  ])("waits on when somebody comes with %s", async (_, query) => {
    await withAttempt(quiet(), async (attempt) => {
      const visit = attempt.visit(authorize("s1"));
      const page = await ask(attempt.redirectUri + query);
      expect([page.status, page.text]).toEqual([
        400,
        expect.stringContaining("does not wait for this login"),
      ]);
      await ask(`${attempt.redirectUri}?code=good&state=s1`);
      expect((await visit).searchParams.get("code")).toBe("good");
    });
  });

  test("takes one who comes back, and nobody else with the same state", async () => {
    await withAttempt(quiet(), async (attempt) => {
      // Before anybody was sent out, too.
      expect((await ask(`${attempt.redirectUri}?code=0&state=s1`)).status).toBe(
        400,
      );
      const visit = attempt.visit(authorize("s1"));
      const answers = await Promise.all([
        ask(`${attempt.redirectUri}?code=1&state=s1`),
        ask(`${attempt.redirectUri}?code=2&state=s1`),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
      const first = answers.findIndex(({ status }) => status === 200) + 1;
      expect((await visit).searchParams.get("code")).toBe(String(first));
      const reload = await ask(`${attempt.redirectUri}?code=1&state=s1`);
      expect(reload.text).toContain("it is over already");
    });
  });

  test("gives the person the page before the program goes on", async () => {
    const order: string[] = [];
    const { end } = ServerResponse.prototype;
    const spy = vi.spyOn(ServerResponse.prototype, "end");
    spy.mockImplementation(function (this: ServerResponse, ...args: unknown[]) {
      setImmediate(() => {
        order.push("page");
        Reflect.apply(end, this, args);
      });
      return this;
    });
    try {
      await withAttempt(quiet(), async (attempt) => {
        const visit = attempt.visit(authorize("s1"));
        const arrived = visit.then(() => order.push("arrived"));
        await ask(`${attempt.redirectUri}?state=s1`);
        await arrived;
      });
    } finally {
      spy.mockRestore();
    }
    expect(order).toEqual(["page", "arrived"]);
  });

  test("answers what a browser asks for besides, and nothing else", async () => {
    await withAttempt(quiet(), async (attempt) => {
      const visit = attempt.visit(authorize("s1"));
      const uri = attempt.redirectUri;
      const { origin, host, port } = new URL(uri);
      const good = `${uri}?code=1&state=s1`;
      const query = "?code=1&state=s1";
      const cases: [number, Promise<Answer>][] = [
        [404, ask(`${origin}/favicon.ico`)],
        [404, ask(`${origin}/${query}`)],
        [404, ask(`${uri}/${query}`)],
        [404, ask(uri, { target: `//${host}/callback${query}` })],
        [404, ask(uri, { target: good })],
        [404, ask(uri, { method: "OPTIONS", target: "*" })],
        [405, ask(good, { method: "POST" })],
        [405, ask(good, { method: "OPTIONS" })],
        [403, ask(good, { host: "evil.example" })],
        [403, ask(good, { host: `evil.example:${port}` })],
        [403, ask(good, { host: "127.0.0.1:1" })],
        [403, ask(good, { host: "127.0.0.1" })],
        [200, ask(good, { method: "HEAD" })],
        [400, ask(uri, { method: "HEAD" })],
      ];
      for (const [status, answer] of cases)
        expect((await answer).status).toBe(status);
      const post = await ask(good, { method: "POST" });
      expect(post.headers.allow).toBe("GET, HEAD");
      expect(post.headers["access-control-allow-origin"]).toBe(undefined);
      expect((await ask(good, { method: "HEAD" })).text).toBe("");
      await ask(`${uri}?code=2&state=s1`, { host: `LocalHost:${port}` });
      expect((await visit).searchParams.get("code")).toBe("2");
    });
  });

  test("sends a browser to http(s) alone, and to no URL with credentials", async () => {
    const opened: string[] = [];
    const login = quiet({ open: (url) => opened.push(url) });
    await withAttempt(login, async (attempt) => {
      for (const url of [
        "javascript:alert(1)//?state=s1",
        "file:///etc/passwd?state=s1",
        "data:text/html,<script>?state=s1",
        "vscode://run?state=s1",
        "https://user:secret@as.example/?state=s1",
      ]) {
        const error = await attempt.visit(new URL(url)).catch((e) => e);
        expect(error).toBeInstanceOf(TerminalLoginError);
        expect(error.reason).toBe("url");
        expect(error.message).not.toMatch(/secret|s1/);
      }
      for (const query of ["", "?state=", "?state=a&state=b"])
        await expect(
          attempt.visit(new URL(`https://as.example/${query}`)),
        ).rejects.toThrow(TypeError);
    });
    expect(opened).toEqual([]);
  });

  test("encodes what a script could take for more than text, and no more", async () => {
    const opened: string[] = [];
    const login = quiet({ open: (url) => opened.push(url) });
    const signs = "$(touch x)`y`;'z'|{}^\\!*\"<>";
    const url = new URL(
      `https://as.example/a;b=(c)/?q=${signs}&r=%2B+1&u=a:b/c?d@e~._-&state=s1`,
    );
    await withAttempt(login, async (attempt) => {
      const visit = attempt.visit(url);
      await ask(`${attempt.redirectUri}?state=s1`);
      await visit;
    });
    const [shown = ""] = opened;
    expect(shown).toMatch(
      /^https:\/\/as\.example\/a;b=\(c\)\/\?[\w%&=+:/?@~.-]+$/,
    );
    expect([...new URL(shown).searchParams]).toEqual([...url.searchParams]);
  });

  test("ends in time, and says so", async () => {
    await withAttempt(quiet({ timeoutMs: 10 }), async (attempt) => {
      const error = await attempt.visit(authorize("s1")).catch((e) => e);
      expect(error).toBeInstanceOf(TerminalLoginError);
      expect(error.reason).toBe("timeout");
      expect(error.message).toContain("within 0.01 s");
      expect((await ask(`${attempt.redirectUri}?state=s1`)).status).toBe(400);
    });
  });

  test("waits five minutes by default", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      await withAttempt(quiet(), async (attempt) => {
        let isOver = false;
        const visit = attempt
          .visit(authorize("s1"))
          .catch((error) => error.reason)
          .finally(() => (isOver = true));
        await vi.advanceTimersByTimeAsync(299_999);
        expect(isOver).toBe(false);
        await vi.advanceTimersByTimeAsync(1);
        expect(await visit).toBe("timeout");
      });
    } finally {
      vi.useRealTimers();
    }
  });

  test("ends when it is aborted, before and while somebody is out", async () => {
    const reason = new Error("stopped by the user");
    const stopped = AbortSignal.abort(reason);
    await expect(quiet().start([], stopped)).rejects.toBe(reason);
    const controller = new AbortController();
    const check = async (attempt: LoginAttempt): Promise<void> => {
      const visit = attempt.visit(authorize("s1"));
      controller.abort(reason);
      await expect(visit).rejects.toBe(reason);
      await expect(attempt.visit(authorize("s2"))).rejects.toBe(reason);
    };
    await withAttempt(quiet(), check, [], controller.signal);
  });

  test("lets go of its port when it is aborted while it opens it", async () => {
    const port = await freePort();
    const controller = new AbortController();
    const starting = quiet({ port }).start([], controller.signal);
    controller.abort(new Error("too soon"));
    await expect(starting).rejects.toThrow("too soon");
    expect(await isOpen(`http://127.0.0.1:${port}`)).toBe(false);
  });

  test("ends a visit that is still out when it is ended", async () => {
    await withAttempt(quiet(), async (attempt) => {
      const visit = attempt.visit(authorize("s1"));
      attempt.end();
      await expect(visit).rejects.toThrow("The login was ended");
      await expect(attempt.visit(authorize("s1"))).rejects.toThrow(TypeError);
    });
  });

  test("holds few connections, and drops the oldest of too many", async () => {
    await withAttempt(quiet(), async (attempt) => {
      const visit = attempt.visit(authorize("s1"));
      const { port } = new URL(attempt.redirectUri);
      const idle = Array.from({ length: 40 }, () =>
        connect(Number(port), "127.0.0.1"),
      );
      let dropped = 0;
      for (const socket of idle)
        socket.on("error", () => {}).on("close", () => dropped++);
      await Promise.all(idle.map((socket) => once(socket, "connect")));
      await vi.waitFor(() => expect(dropped).toBe(8), patient);
      await ask(`${attempt.redirectUri}?code=1&state=s1`);
      await visit;
      attempt.end();
      // Those that are open still keep no process alive.
      await vi.waitFor(() => expect(dropped).toBe(40), patient);
    });
  });

  test("refuses options that are not sound", () => {
    // @ts-expect-error: of another machine
    expect(() => terminal({ host: "0.0.0.0" })).toThrow(TypeError);
    for (const options of [
      { port: -1 },
      { port: 70_000 },
      { path: "callback" },
      { path: "/a?b" },
      { timeoutMs: 0 },
    ])
      expect(() => terminal(options)).toThrow(TypeError);
  });
});

/** Whether this machine has IPv6 at all. */
const hasVersion6 = Object.values(networkInterfaces())
  .flatMap((one) => one ?? [])
  .some(({ address }) => address === "::1");

describe("several logins at once", () => {
  test("take each what is theirs, and nothing that is crossed", async () => {
    const login = quiet();
    const attempts = await Promise.all(
      [1, 2, 3].map(() => login.start([], never)),
    );
    const uris = attempts.map(({ redirectUri }) => redirectUri);
    expect(new Set(uris).size).toBe(3);
    const visits = attempts.map((attempt, index) =>
      attempt.visit(authorize(`s${index}`)),
    );
    for (const [index, uri] of uris.entries()) {
      const crossed = await ask(`${uri}?code=x&state=s${(index + 1) % 3}`);
      expect(crossed.status).toBe(400);
    }
    for (const [index, uri] of uris.entries())
      await ask(`${uri}?code=c${index}&state=s${index}`);
    const codes = await Promise.all(visits);
    expect(codes.map(({ searchParams }) => searchParams.get("code"))).toEqual([
      "c0",
      "c1",
      "c2",
    ]);
    for (const attempt of attempts) attempt.end();
  });

  test("share one redirect URI, which closes with the last", async () => {
    const port = await freePort();
    const login = quiet({ port, path: "/back" });
    const attempts = await Promise.all(
      [1, 2, 3].map(() => login.start([], never)),
    );
    const uri = `http://127.0.0.1:${port}/back`;
    for (const { redirectUri } of attempts) expect(redirectUri).toBe(uri);
    const visits = attempts.map((attempt, index) =>
      attempt.visit(authorize(`s${index}`)),
    );
    for (const index of [2, 0, 1]) {
      await ask(`${uri}?code=c${index}&state=s${index}`);
      const { searchParams } = (await visits[index]) ?? new URL(uri);
      expect(searchParams.get("code")).toBe(`c${index}`);
      attempts[index]?.end();
      expect(await isOpen(uri)).toBe(index !== 1);
    }
    // And again, once it is closed.
    await withAttempt(login, async (attempt) => {
      expect(attempt.redirectUri).toBe(uri);
    });
  });
});

describe("a redirect URI that is registered", () => {
  test("is listened at to the letter, before a new one", async () => {
    const port = await freePort();
    const uri = `http://127.0.0.1:${port}/cb?tenant=1`;
    const known = ["https://app.example/cb", "myapp:/cb", "no URL", uri];
    const check = async (attempt: LoginAttempt): Promise<void> => {
      expect(attempt.redirectUri).toBe(uri);
      const visit = attempt.visit(authorize("s1"));
      await ask(`${uri}&code=1&state=s1`);
      expect((await visit).href).toBe(`${uri}&code=1&state=s1`);
    };
    await withAttempt(quiet(), check, known);
  });

  test("is passed over when its port is taken", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    const taken = `http://127.0.0.1:${port}/cb`;
    const free = `http://127.0.0.1:${await freePort()}/cb`;
    const uris: string[] = [];
    for (const known of [[taken, free], [taken]]) {
      const attempt = await quiet().start(known, never);
      uris.push(attempt.redirectUri);
      attempt.end();
    }
    expect(uris[0]).toBe(free);
    expect(uris[1]).toMatch(/\/callback$/);
    expect(uris[1]).not.toContain(`:${port}/`);
    // One that is fixed is not passed over.
    const fixed = quiet({ port }).start([], never);
    await expect(fixed).rejects.toThrow(
      `Cannot listen on local port ${port} (`,
    );
    other.close();
  });

  test("without a port leaves the port open", async () => {
    for (const [known, expected] of [
      ["http://127.0.0.1/cb", /^http:\/\/127\.0\.0\.1:\d+\/cb$/],
      ["http://localhost", /^http:\/\/localhost:\d+\/$/],
    ] as const)
      await withAttempt(
        quiet(),
        async (attempt) => expect(attempt.redirectUri).toMatch(expected),
        [known],
      );
  });

  test("gives way to what the user settled on", async () => {
    const [port, other] = [await freePort(), await freePort()];
    const known = [`http://127.0.0.1:${other}/cb`];
    await withAttempt(
      quiet({ port, path: "/mine" }),
      async ({ redirectUri }) =>
        expect(redirectUri).toBe(`http://127.0.0.1:${port}/mine`),
      known,
    );
    await withAttempt(
      quiet({ path: "/mine" }),
      async ({ redirectUri }) => expect(redirectUri).toMatch(/\/mine$/),
      known,
    );
  });

  test("of localhost is listened at by both addresses", async () => {
    await withAttempt(quiet({ host: "localhost" }), async (attempt) => {
      const visit = attempt.visit(authorize("s1"));
      const { port } = new URL(attempt.redirectUri);
      expect(attempt.redirectUri).toBe(`http://localhost:${port}/callback`);
      const bad = await ask(`http://127.0.0.1:${port}/callback?state=x`);
      expect(bad.status).toBe(400);
      const last = hasVersion6 ? "[::1]" : "127.0.0.1";
      await ask(`http://${last}:${port}/callback?code=1&state=s1`);
      expect((await visit).hostname).toBe("localhost");
    });
  });

  test.runIf(hasVersion6)(
    "of localhost is nobody's when one of its addresses is taken",
    async () => {
      const other = createServer().listen(0, "::1");
      await once(other, "listening");
      const { port } = other.address() as AddressInfo;
      const starting = quiet({ host: "localhost", port }).start([], never);
      await expect(starting).rejects.toThrow(TerminalLoginError);
      expect(await isOpen(`http://127.0.0.1:${port}`)).toBe(false);
      other.close();
    },
  );
});
