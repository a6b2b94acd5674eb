import type { ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import {
  InvalidMessageError,
  ProtocolError,
  TimeoutError,
  toError,
  TransportError,
} from "../../../src/runtime/protocol/errors.ts";
import { HttpError } from "../../../src/runtime/http-client.ts";
import { connectTo, type TestOptions } from "./http-client.ts";
import {
  discovered,
  event,
  failure,
  json,
  result,
  serve,
  stream,
  type Answer,
  type Received,
} from "./http-server.ts";
import { patient } from "../wait.ts";

interface Called {
  readonly result: unknown;
  readonly error: Error | undefined;
  readonly errors: readonly Error[];
}

const content = [{ type: "text", text: "ü€😀" }];

/** Calls a tool of a server that answers so. */
async function call(
  answer: Answer,
  options: TestOptions = {},
  timeout = 5_000,
): Promise<Called> {
  const server = await serve(discovered(answer));
  const { client, errors } = await connectTo(server.url, options);
  const params = { name: "a" };
  const outcome = await client.request("tools/call", params, { timeout }).then(
    (told: unknown) => ({ result: told, error: undefined }),
    (error: unknown) => ({ result: undefined, error: toError(error) }),
  );
  return { ...outcome, errors };
}

/** An answer with another body or other headers. */
function raw(body: string, type?: string, status = 200): Answer {
  return (_, response) => {
    response.writeHead(
      status,
      type === undefined ? {} : { "content-type": type },
    );
    response.end(body);
  };
}

/** An event stream that ends behind these messages. */
function events(make: (request: Received) => readonly unknown[]): Answer {
  return (request, response) => {
    stream(response);
    for (const message of make(request)) event(response, message);
    response.end();
  };
}

const whole = (request: Received): object => result(request, { content });

describe("a call is answered", () => {
  test.each<[string, Answer]>([
    ["by JSON", (request, response) => json(response, whole(request))],
    [
      "by JSON of another kind of name",
      (request, response) => {
        const type = "Application/JSON; charset=utf-8";
        response.writeHead(200, { "content-type": type });
        response.end(JSON.stringify(whole(request)));
      },
    ],
    ["by a stream", events((request) => [whole(request)])],
    [
      "behind notifications and other events",
      (request, response) => {
        stream(response);
        response.write(": alive\n\nid: 1\ndata:\n\nevent: ping\ndata: {}\n\n");
        const params = { level: "info", data: "a" };
        const method = "notifications/message";
        event(response, { jsonrpc: "2.0", method, params });
        event(response, whole(request));
        response.end();
      },
    ],
  ])("%s", async (_, answer) => {
    const { result: told, errors } = await call(answer);
    expect(told).toMatchObject({ content });
    expect(errors).toEqual([]);
  });

  test("once: what comes behind it is ignored", async () => {
    const second = (request: Received): object =>
      result(request, { content: [] });
    const { result: told, errors } = await call(
      events((request) => [whole(request), second(request)]),
    );
    expect(told).toMatchObject({ content });
    expect(errors).toEqual([]);
  });

  test("and its stream is closed, though the server leaves it open", async () => {
    let isOpen = true;
    const { result: told } = await call((request, response) => {
      response.on("close", () => (isOpen = false));
      stream(response);
      event(response, whole(request));
    });
    expect(told).toMatchObject({ content });
    await expect.poll(() => isOpen, patient).toBe(false);
  });

  test("though another request is answered first, which is reported", async () => {
    const { result: told, errors } = await call(
      events((request) => [
        { ...result(request), id: "other" },
        whole(request),
      ]),
    );
    expect(told).toMatchObject({ content });
    expect(errors.map(({ message }) => message)).toEqual([
      "tools/call: an answer to another request came",
    ]);
  });

  test("though an event is no JSON, which is reported", async () => {
    const { result: told, errors } = await call((request, response) => {
      stream(response);
      response.write("data: {\n\n");
      event(response, whole(request));
      response.end();
    });
    expect(told).toMatchObject({ content });
    expect(errors).toHaveLength(1);
  });

  test("by the server's error, whatever the status", async () => {
    for (const status of [200, 400, 404, 500]) {
      const { error } = await call((request, response) =>
        json(response, failure(request, -32_602, "no such tool"), status),
      );
      expect(error).toBeInstanceOf(ProtocolError);
      expect(error).toMatchObject({ code: -32_602, message: "no such tool" });
    }
  });

  test("by an error that names no request", async () => {
    for (const id of [null, undefined]) {
      const { error } = await call((request, response) =>
        json(response, { ...failure(request, -32_700), id }, 400),
      );
      expect(error).toMatchObject({ kind: "protocol", code: -32_700 });
    }
  });
});

describe("a call fails", () => {
  const other = (request: Received): object => ({ ...whole(request), id: 999 });
  test.each<[string, Answer, string]>([
    ["for another type", raw("<p>", "text/html"), "with text/html"],
    ["for no type", raw("{}"), "with no content type"],
    ["for no answer", raw("", undefined, 202), "HTTP 202 and no answer"],
    ["for an empty stream", events(() => []), "ended without an answer"],
    [
      "for an answer to another call",
      events((it) => [other(it)]),
      "ended without",
    ],
    [
      "for JSON for another call",
      (it, to) => json(to, other(it)),
      "ended without",
    ],
    [
      "for a redirection to nowhere",
      raw("", undefined, 302),
      "HTTP 302 to nowhere",
    ],
    ["for the status", raw("<p>", "text/html", 500), "HTTP 500"],
    [
      "for the status of a body that is no error",
      raw("[]", "application/json", 404),
      "HTTP 404",
    ],
    [
      "for an answer that is too long",
      raw(`"${"x".repeat(2_000)}"`, "application/json"),
      "is longer than 1000 bytes",
    ],
    [
      "for an event that is too long",
      raw(`data: ${"x".repeat(2_000)}`, "text/event-stream"),
      "an event is longer than 1000 bytes",
    ],
    [
      "for a stream that is cut",
      (_, to) => {
        stream(to);
        to.write("data: a", () => to.destroy());
      },
      "the event stream broke",
    ],
    [
      "for an answer that is cut",
      (_, to) => {
        to.writeHead(200, { "content-type": "application/json" });
        to.write('{"a":', () => to.destroy());
      },
      "the answer broke off",
    ],
    [
      "for a connection that is cut",
      (_, to) => void to.destroy(),
      "fetch failed",
    ],
  ])("%s", async (_, answer, reason) => {
    const { error } = await call(answer, { maxEventBytes: 1_000 });
    expect(error).toBeInstanceOf(TransportError);
    expect(error?.message).toContain(reason);
  });

  test.each<[string, string, unknown]>([
    ["no JSON", "{", InvalidMessageError],
    ["empty", "", InvalidMessageError],
    ["no message", "{}", TransportError],
    ["a list", "[]", TransportError],
    [
      "neither result nor error",
      '{"jsonrpc":"2.0","id":2}',
      InvalidMessageError,
    ],
  ])("for an answer that is %s", async (_, body, kind) => {
    const { error } = await call(raw(body, "application/json"));
    expect(error?.constructor).toBe(kind);
  });

  test("with its status and the challenge, when it needs authorization", async () => {
    for (const status of [401, 403]) {
      const { error } = await call((request, response) => {
        response.setHeader("www-authenticate", 'Bearer scope="a"');
        json(response, failure(request, -32_600, "who are you?"), status);
      });
      expect(error).toBeInstanceOf(HttpError);
      expect(error).toMatchObject({ status, challenge: 'Bearer scope="a"' });
      expect(error?.message).toContain(`HTTP ${status}: who are you?`);
    }
  });

  test("with a reason that breaks no log", async () => {
    const text = `a\r\nb\u001b[2J${"x".repeat(1_000)}`;
    const { error } = await call((request, response) =>
      json(response, failure(request, -32_600, text), 401),
    );
    expect(error?.message).toMatch(
      /HTTP 401: a\\u000d\\u000ab\\u001b\[2Jx{400,500}…$/,
    );
  });

  test("when nothing comes in time, and the request is given up", async () => {
    for (const begin of [stream, (): void => {}]) {
      let isAsked = false;
      let isGone = false;
      const answer = (_: Received, response: ServerResponse): void => {
        isAsked = true;
        response.on("close", () => (isGone = true));
        begin(response);
      };
      // On a busy machine the time may be over before the server has heard anything.
      for (let timeout = 100; !isAsked; timeout *= 2) {
        const { error } = await call(answer, {}, timeout);
        expect(error).toBeInstanceOf(TimeoutError);
      }
      await expect.poll(() => isGone, patient).toBe(true);
    }
  });

  test("alone: the connection goes on", async () => {
    let count = 0;
    const server = await serve(
      discovered((request, response) =>
        count++ === 0
          ? void response.destroy()
          : json(response, whole(request)),
      ),
    );
    const { client } = await connectTo(server.url);
    const ask = (): Promise<unknown> =>
      client.request("tools/call", { name: "a" });
    await expect(ask()).rejects.toBeInstanceOf(TransportError);
    expect(await ask()).toMatchObject({ content });
  });
});

test("no connection is a TransportError that says which, and no secret", async () => {
  const server = await serve(() => {});
  await server.close();
  const connecting = connectTo(`${server.url}?token=secret`);
  await expect(connecting).rejects.toBeInstanceOf(TransportError);
  await expect(connecting).rejects.toThrow("ECONNREFUSED");
  await expect(connecting).rejects.not.toThrow("secret");
});

test("calls at the same time get their own answers", async () => {
  const server = await serve(
    discovered((request, response) => {
      const { params } = request.message;
      const { name } = params as { readonly name: string };
      const text = [{ type: "text", text: name }];
      const delay = Math.random() * 30;
      setTimeout(
        () => json(response, result(request, { content: text })),
        delay,
      );
    }),
  );
  const { client } = await connectTo(server.url);
  const names = Array.from({ length: 40 }, (_, index) => `tool ${index}`);
  const answers = await Promise.all(
    names.map((name) => client.request("tools/call", { name })),
  );
  expect(answers).toMatchObject(
    names.map((name) => ({ content: [{ text: name }] })),
  );
});
