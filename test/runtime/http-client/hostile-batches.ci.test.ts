import { describe, expect, test } from "vitest";
import { batching, newestHandshake, notification } from "../revisions.ts";
import {
  call,
  expectGood,
  failureOf,
  open,
  type Visit,
} from "./hostile-client.ts";
import {
  goodAnswer,
  handshakeServer,
  resultOf,
  whole,
  type RawRequest,
} from "./raw-server.ts";

const answerTo = (id: unknown): object => ({
  jsonrpc: "2.0",
  id,
  result: { content: [] },
});

const note: object = notification("notifications/message", {
  level: "info",
  data: "a",
});

describe("a batch, where the revision has them,", () => {
  const openBatching = (said: (asked: RawRequest) => unknown): Promise<Visit> =>
    open(
      handshakeServer({
        initialize: (asked, socket) => {
          const answer = goodAnswer(asked);
          socket.write(answer.replace(newestHandshake, batching));
        },
        "tools/call": (asked, socket) =>
          void socket.write(whole(JSON.stringify(said(asked)))),
      }),
      { revisions: [batching] },
    );

  test.each<[string, (asked: RawRequest) => readonly unknown[]]>([
    ["alone", (asked) => [resultOf(asked)]],
    [
      "among all kinds of things",
      (asked) => [
        null,
        [],
        1,
        {},
        answerTo(987),
        note,
        resultOf(asked),
        resultOf(asked),
      ],
    ],
  ])("has the answer: %s", async (_, said) => {
    await expectGood(await openBatching(said));
  });

  test.each<[string, (asked: RawRequest) => readonly unknown[]]>([
    ["that is empty", () => []],
    ["of what is none", () => [null, 1, [], {}]],
    ["in a batch", (asked) => [[resultOf(asked)]]],
    ["of answers to others", () => [answerTo(1), answerTo(987)]],
    [
      "that is too long",
      (asked) => [...Array<unknown>(1_100).fill(null), resultOf(asked)],
    ],
  ])("has none: %s", async (_, said) => {
    const visited = await openBatching(said);
    await failureOf(call(visited));
  });
});

test("a batch has no answer where no revision has them", async () => {
  const visited = await open(
    handshakeServer({
      "tools/call": (asked, socket) =>
        void socket.write(whole(JSON.stringify([resultOf(asked)]))),
    }),
    { revisions: [newestHandshake] },
  );
  expect(await failureOf(call(visited))).toMatchObject({ kind: "transport" });
});
