import { expect, onTestFinished, test } from "vitest";
import { Commands } from "../../../../src/runtime/stores/redis/link/commands.ts";

/** Commands on a Redis that answers them one after the other with an error, and then no more. */
function commandsOf(...answers: readonly string[]): Commands {
  const left = [...answers];
  const closing = new AbortController();
  onTestFinished(() => closing.abort());
  return new Commands(
    {
      send() {
        const answer = left.shift();
        return answer === undefined
          ? new Promise(() => {})
          : Promise.reject(new Error(answer));
      },
      another: () => Promise.reject(new Error("nobody asks for it")),
      end() {},
    },
    {
      timeout: 60,
      trialKey: "{mcp}:trial",
      closed: closing.signal,
      report() {},
      back() {},
    },
  );
}

const isReplica = "READONLY You can't write against a read only replica.";
const isLost = "Socket closed unexpectedly";

test.each([
  ["does not answer any more", [isReplica]],
  ["is not connected any more", [isReplica, isLost, isLost]],
])(
  "what Redis said is told, also where it %s before the time is over",
  async (_, answers) => {
    const told = {
      kind: "away",
      code: "READONLY",
      message: expect.stringContaining("it is a replica") as unknown,
    };
    const command = commandsOf(...answers).command(["DEL", "{mcp}:x"]);
    await expect(command).rejects.toMatchObject(told);
    await expect(commandsOf(...answers).begin()).rejects.toMatchObject(told);
  },
);

test("what it said last is told, and no answer where it never said anything", async () => {
  const loads = "LOADING Redis is loading the dataset in memory";
  await expect(
    commandsOf(isReplica, loads).command(["DEL", "{mcp}:x"]),
  ).rejects.toMatchObject({ kind: "away", code: "LOADING" });
  await expect(
    commandsOf(isLost).command(["DEL", "{mcp}:x"]),
  ).rejects.toMatchObject({
    kind: "away",
    code: undefined,
    message: expect.stringContaining("it does not answer") as unknown,
  });
});
