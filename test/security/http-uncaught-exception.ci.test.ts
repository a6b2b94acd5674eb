import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tool } from "../runtime/features/host.ts";
import { faces } from "../runtime/http/faces.ts";
import { bytesOf, messagesOf, send } from "../runtime/http/raw.ts";
import {
  expectServed,
  modernCall,
  serve,
  startSession,
} from "../runtime/http/raw-server.ts";
import { all, request, serverOf } from "../runtime/revisions.ts";
import { leaveUnrecorded } from "../support/wire-check.ts";

// The check of the wire follows ids, which these clients use as they like.
leaveUnrecorded("server");

const uncaught: unknown[] = [];
const listener = (reason: unknown): void => void uncaught.push(reason);
beforeAll(() => {
  process.on("unhandledRejection", listener);
  process.on("uncaughtException", listener);
});
afterAll(async () => {
  await pause(20);
  process.off("unhandledRejection", listener);
  process.off("uncaughtException", listener);
  expect(uncaught).toEqual([]);
});

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms));

function fail(): never {
  throw new Error("secret");
}

/** What people write and no type allows. */
const wrong = (value: unknown): never => value as never;

describe.each(faces)("over the %s face", (_, open) => {
  test.each([
    ["throws", fail],
    ["rejects", () => Promise.reject(new Error("secret"))],
    [
      "throws nothing",
      () => {
        throw undefined;
      },
    ],
    ["rejects with nothing", () => Promise.reject()],
    ["gives nothing", () => wrong(undefined)],
    ["gives null", () => wrong(null)],
    ["gives true", () => wrong(true)],
    ["gives a promise of nothing", () => Promise.resolve(wrong(undefined))],
    ["gives no principal", () => wrong({})],
    ["gives a principal that is none", () => wrong({ principal: undefined })],
    ["gives a principal of another type", () => wrong({ principal: 5 })],
    ["gives a status alone", () => wrong({ status: 401 })],
    ["gives a challenge of no status", () => wrong({ challenge: "Bearer" })],
    [
      "gives a status that is none",
      () => wrong({ status: 99, challenge: "a" }),
    ],
    [
      "gives a challenge that is none",
      () => wrong({ status: 401, challenge: {} }),
    ],
    [
      "gives a getter that throws",
      () =>
        wrong({
          get principal() {
            return fail();
          },
        }),
    ],
  ])("an authorization that %s lets nobody in", async (_, authorize) => {
    const errors: Error[] = [];
    let called = false;
    const echo = tool("echo", {}, () => {
      called = true;
      return "";
    });
    const server = serverOf(all, { features: [echo] });
    const onError = (error: Error): void => void errors.push(error);
    const face = await open(server, { authorize, onError });
    try {
      const answer = await face.send(modernCall(face.port, "echo"));
      expect([401, 403, 500]).toContain(answer.status);
      expect(answer.body).not.toContain("secret");
      expect(called).toBe(false);
    } finally {
      await face.close();
    }
  });

  test.each([
    ["throws", fail],
    ["gives a promise that rejects", () => Promise.reject(new Error("secret"))],
    ["gives nothing that is a schema", () => wrong(5)],
    [
      "gives a schema in circles",
      () => {
        const schema: Record<string, unknown> = { type: "object" };
        schema["properties"] = { a: schema };
        return schema;
      },
    ],
    [
      "gives a schema with getters",
      () => ({
        get properties() {
          return fail();
        },
      }),
    ],
  ])("a schema of arguments that %s ends nothing", async (_, inputSchema) => {
    const errors: Error[] = [];
    const onError = (error: Error): void => void errors.push(error);
    const server = serverOf(all, {
      handlers: { callTool: () => ({ content: [] }) },
    });
    const face = await open(server, { inputSchema, onError });
    try {
      const answer = await face.send(modernCall(face.port, "echo"));
      expect([200, 500]).toContain(answer.status);
      expect(answer.body).not.toContain("secret");
      const again = await face.send(modernCall(face.port, "echo"));
      expect(again.status).toBe(answer.status);
    } finally {
      await face.close();
    }
  });

  test("an onError that throws ends nothing", async () => {
    const server = serverOf(all, { onError: fail });
    const face = await open(server, { authorize: fail, onError: fail });
    try {
      for (let count = 0; count < 3; count++)
        expect((await face.send(modernCall(face.port, "a"))).status).toBe(500);
    } finally {
      await face.close();
    }
  });
});

describe("a handler", () => {
  const circle: Record<string, unknown> = {};
  circle["circle"] = circle;
  test.each([
    ["throws", fail],
    [
      "throws nothing",
      () => {
        throw undefined;
      },
    ],
    [
      "throws what has no text",
      () => {
        throw Object.create(null);
      },
    ],
    [
      "throws what throws",
      () => {
        throw {
          get message() {
            return fail();
          },
          toString: fail,
        };
      },
    ],
    [
      "rejects later",
      async () => {
        await pause(1);
        fail();
      },
    ],
    ["gives what has no JSON form", () => ({ content: [], _meta: circle })],
    ["gives a big integer", () => ({ content: [], a: 1n })],
    [
      "gives what throws when it is written",
      () => ({ content: [], a: { toJSON: fail } }),
    ],
    ["gives nothing", () => undefined],
    ["gives a promise-like that throws", () => ({ then: fail })],
    [
      "gives a promise-like that settles twice",
      () => ({
        then(resolve: (value: object) => void, reject: (error: Error) => void) {
          resolve({ content: [] });
          reject(new Error("secret"));
          resolve({ content: [] });
        },
      }),
    ],
  ])("that %s is answered, in both eras", async (_, callTool) => {
    const server = await serve({}, { handlers: { callTool } });
    try {
      const answer = await send(
        server.port,
        bytesOf(modernCall(server.port, "a")),
      );
      expect(messagesOf(answer)).toMatchObject([{ id: 1 }]);
      expect(answer.body).not.toContain("secret");
      const session = await startSession(server.port);
      expect(await session.call("a")).toMatchObject({ id: 1 });
      expect((await session.delete()).status).toBe(204);
    } finally {
      await server.close();
    }
  });

  test("that speaks when all is over ends nothing", async () => {
    let late: (() => void) | undefined;
    const server = await serve();
    server.server.add(
      tool("late", {}, (_, context) => {
        late = () => {
          context.progress(1);
          context.log("error", "late");
          context.closeStream();
        };
        return "done";
      }),
    );
    try {
      const meta = { progressToken: 1 };
      await send(
        server.port,
        bytesOf(modernCall(server.port, "late", {}, { meta })),
      );
      late?.();
      const session = await startSession(server.port);
      await session.call("late");
      late?.();
      await session.delete();
      late?.();
      await expectServed(server.port);
      await server.close();
      late?.();
    } finally {
      await server.close();
    }
  });
});

describe("an event store", () => {
  const throwing = { append: fail, read: fail, delete: fail };
  const rejecting = {
    append: () => Promise.reject(new Error("secret")),
    read: () => Promise.reject(new Error("secret")),
    delete: () => Promise.reject(new Error("secret")),
  };
  const lying = {
    append: () => wrong(5),
    read: () => wrong([null, { sequence: -1 }, { sequence: "1", data: 5 }]),
    delete: () => wrong({ then: fail }),
  };
  const silent = {
    append: () => new Promise<void>(() => {}),
    read: () => wrong(undefined),
    delete: () => new Promise<void>(() => {}),
  };
  test.each([
    ["throws", throwing],
    ["rejects", rejecting],
    ["lies", lying],
    ["never answers", silent],
  ])("that %s costs the resumption alone", async (_, eventStore) => {
    const server = await serve({ eventStore });
    try {
      const session = await startSession(server.port);
      const message = request(5, "tools/call", {
        name: "tell",
        arguments: {},
        _meta: { progressToken: 5 },
      });
      const answer = await session.post(message);
      const messages = messagesOf(answer);
      expect(messages).toHaveLength(4);
      expect(messages.at(-1)).toMatchObject({ id: 5, result: {} });
      const [, id = ""] = /^id: ?(\S+)$/m.exec(answer.body) ?? [];
      if (eventStore !== silent) {
        const back = session.get(id);
        expect([200, 400]).toContain((await back.head()).status);
        back.destroy();
      }
      expect((await session.delete()).status).toBe(204);
      await expectServed(server.port);
    } finally {
      await server.close();
    }
  });
});

describe("an interceptor", () => {
  test.each([
    ["throws before", { before: fail }, 500],
    [
      "rejects before",
      { before: () => Promise.reject(new Error("secret")) },
      500,
    ],
    [
      "throws nothing before",
      {
        before: () => {
          throw undefined;
        },
      },
      500,
    ],
    ["throws after", { after: fail }, 200],
    [
      "rejects after",
      { after: () => wrong(Promise.reject(new Error("secret"))) },
      200,
    ],
  ] as const)("that %s ends nothing", async (_, interceptor, status) => {
    const server = await serve({}, { interceptors: [interceptor] });
    try {
      for (let count = 0; count < 3; count++) {
        const answer = await send(
          server.port,
          bytesOf(modernCall(server.port, "echo")),
        );
        const [message] = messagesOf(answer);
        expect(message).toMatchObject(
          status === 200 ? { result: {} } : { error: { code: -32603 } },
        );
        expect(answer.body).not.toContain("secret");
      }
    } finally {
      await server.close();
    }
  });
});
