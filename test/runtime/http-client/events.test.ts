import { describe, expect, onTestFinished, test, vi } from "vitest";
import { TransportError } from "../../../src/runtime/protocol/errors.ts";
import { readEvents } from "../../../src/runtime/http/client/events/read-events.ts";

interface Source {
  readonly body: ReadableStream<Uint8Array>;
  isCancelled: boolean;
}

/** A body of these chunks; `then` says what comes behind them. */
function source(
  chunks: readonly Uint8Array[],
  then: "end" | "break" | "silence" = "end",
): Source {
  const made: Source = {
    isCancelled: false,
    body: new ReadableStream({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(chunk);
        if (then === "end") controller.close();
        if (then === "break") controller.error(new Error("it was cut"));
      },
      cancel() {
        made.isCancelled = true;
      },
    }),
  };
  return made;
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

async function dataOf(
  chunks: readonly Uint8Array[],
  limit = 1_000,
): Promise<string[]> {
  const heard: string[] = [];
  const { body } = source(chunks);
  await readEvents(body, limit, ({ data }) => void heard.push(data));
  return heard;
}

describe("an event stream", () => {
  const whole = bytes("\ufeffdata: ü€😀\r\ndata: b\r\n\r\n: x\rdata: c\r\r");

  test("may be cut at any byte", async () => {
    for (let at = 0; at <= whole.length; at++) {
      const chunks = [whole.subarray(0, at), whole.subarray(at)];
      expect(await dataOf(chunks)).toEqual(["ü€😀\nb", "c"]);
    }
    const single = [...whole].map((byte) => Uint8Array.of(byte));
    expect(await dataOf(single)).toEqual(["ü€😀\nb", "c"]);
  });

  test("drops an event that its end breaks off", async () => {
    expect(await dataOf([bytes("data: a\n\ndata: b\n")])).toEqual(["a"]);
  });

  test("goes on through any number of comments and blank lines", async () => {
    const comments = Array.from({ length: 100 }, () =>
      bytes(`:${"x".repeat(90)}\n\n\n`),
    );
    expect(await dataOf([...comments, bytes("data: a\n\n")])).toEqual(["a"]);
  });

  test.each<[string, string[]]>([
    ["on one line", ["data: ", "x".repeat(600), "x".repeat(600)]],
    ["on many lines", Array.from({ length: 300 }, () => "data: x\n")],
    ["that is no field", ["x".repeat(1_200)]],
  ])("breaks when an event is too long %s", async (_, chunks) => {
    const { body } = source(chunks.map(bytes), "silence");
    await expect(readEvents(body, 1_000, () => {})).rejects.toThrow(
      "an event is longer than 1000 bytes",
    );
  });

  test("of more than the limit in all is read", async () => {
    const events = Array.from({ length: 10 }, () =>
      bytes(`data: ${"x".repeat(500)}\n\n`),
    );
    expect(await dataOf(events)).toHaveLength(10);
  });

  test("breaks when it is not UTF-8", async () => {
    const broken = source(
      [bytes("data: "), Uint8Array.of(0xc3, 0x28)],
      "silence",
    );
    const reading = readEvents(broken.body, 1_000, () => {});
    await expect(reading).rejects.toBeInstanceOf(TransportError);
    expect(broken.isCancelled).toBe(true);
  });

  test("that breaks off rejects", async () => {
    const { body } = source([], "break");
    const reading = readEvents(body, 1_000, () => {});
    await expect(reading).rejects.toThrow("the event stream broke: it was cut");
    await expect(reading).rejects.toBeInstanceOf(TransportError);
  });
});

describe("a stream of which nothing more is wanted", () => {
  test("may end by itself", async () => {
    const made = source([bytes("data: a\n\n"), bytes("data: b\n\n")]);
    const heard: string[] = [];
    await readEvents(made.body, 1_000, ({ data }) => {
      heard.push(data);
      return true;
    });
    expect(heard).toEqual(["a"]);
    expect(made.isCancelled).toBe(false);
  });

  test("is cut when it says nothing more and does not end", async () => {
    const made = source([bytes("data: a\n\n")], "silence");
    await readEvents(made.body, 1_000, () => true);
    expect(made.isCancelled).toBe(true);
  });

  test("is cut when it goes on and on", async () => {
    const chunks = Array.from({ length: 80 }, () => bytes("x".repeat(1_024)));
    const made = source([bytes("data: a\n\n"), ...chunks], "silence");
    // No time passes: what cuts it is how much it says.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    await readEvents(made.body, 1_000, () => true);
    expect(made.isCancelled).toBe(true);
  });
});
