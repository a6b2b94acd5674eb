import { requireEqual, requireThat } from "../support/expect.ts";
import type { Trials } from "../support/store-test.ts";
import { twoOf } from "../support/trial.ts";
import type { Bus } from "../../runtime/sessions/bus.ts";
import { messagesFrom, remember, rememberer } from "./heard.ts";
import { awkwardTexts } from "./sample-stream.ts";

/** Tests of messages. */
export const busMessageTrials: Trials<Bus> = {
  "a message to all is heard by all others, once": async (trial) => {
    const [sender, one, other] = await threeOf(trial.stores(3));
    const [own, ...others] = [
      await remember(sender, "t"),
      await remember(one, "t"),
      await remember(other, "t"),
    ];
    requireEqual("it is sent", await sender.send("t", "hello"), true);
    await trial.until("all others hear what is sent to all", () =>
      others.every(({ messages }) => messages.length > 0),
    );
    await trial.quiet();
    for (const { messages } of others)
      requireEqual("each hears it once, and from whom", messages, [
        { message: "hello", from: sender.name },
      ]);
    requireEqual("who sends to all others does not hear", own?.messages, []);
  },

  "a message to one is heard by it alone": async (trial) => {
    const [sender, one, other] = await threeOf(trial.stores(3));
    const [own, meant, another] = [
      await remember(sender, "t"),
      await remember(one, "t"),
      await remember(other, "t"),
    ];
    requireEqual(
      "it is sent to one that lives",
      await sender.send("t", "psst", one.name),
      true,
    );
    await trial.until(
      "who it is for hears it",
      () => (meant?.messages.length ?? 0) > 0,
    );
    await trial.quiet();
    requireEqual("it hears it once, and from whom", meant?.messages, [
      { message: "psst", from: sender.name },
    ]);
    requireEqual(
      "nobody else hears it",
      [own?.messages, another?.messages],
      [[], []],
    );
  },

  "a message is heard as it was sent": async (trial) => {
    const [sender, receiver] = await twoOf(trial.stores(2));
    const heard = await remember(receiver, "t");
    const texts = [...awkwardTexts, "é".repeat(150_000)];
    for (const text of texts) await sender.send("t", text);
    for (const text of texts) await sender.send("t", text, receiver.name);
    await trial.until(
      "all messages are heard",
      () => heard.messages.length >= 2 * texts.length,
    );
    requireEqual(
      "messages are heard as they were sent",
      heard.messages.map(({ message }) => message),
      [...texts, ...texts],
    );
  },

  "messages of a process come in the order in which it sent them": async (
    trial,
  ) => {
    const buses = await trial.stores(3);
    const listeners = await Promise.all(buses.map((bus) => remember(bus, "t")));
    const numbers = Array.from({ length: 50 }, (_, at) => `${at}`);
    await Promise.all(
      buses.flatMap((bus) => numbers.map((text) => bus.send("t", text))),
    );
    await trial.until("all hear all of all others", () =>
      listeners.every(({ messages }) => messages.length >= 100),
    );
    await trial.quiet();
    for (const [at, heard] of listeners.entries())
      for (const [of, bus] of buses.entries())
        requireEqual(
          "messages of one process come in its order, each once",
          messagesFrom(heard, bus),
          at === of ? [] : numbers,
        );
  },

  "messages to one and to all come in one order": async (trial) => {
    const [sender, receiver] = await twoOf(trial.stores(2));
    const heard = await remember(receiver, "t");
    const numbers = Array.from({ length: 40 }, (_, at) => `${at}`);
    await Promise.all(
      numbers.map((text, at) =>
        sender.send("t", text, at % 3 === 0 ? undefined : receiver.name),
      ),
    );
    await trial.until(
      "all messages are heard",
      () => heard.messages.length >= numbers.length,
    );
    requireEqual(
      "messages of one process come in its order, to whomever they are",
      messagesFrom(heard, sender),
      numbers,
    );
  },

  "who listens to a topic hears nothing of another": async (trial) => {
    const [sender, receiver] = await twoOf(trial.stores(2));
    const heard = await remember(receiver, "t");
    const other = await remember(receiver, "t2");
    for (const topic of ["t2", "T", "t:", "", "t"])
      await sender.send(topic, `of ${topic}`);
    await sender.send("t2", "to one", receiver.name);
    await trial.until(
      "each hears its own",
      () => heard.messages.length > 0 && other.messages.length > 1,
    );
    await trial.quiet();
    requireEqual(
      "of its topic, and nothing else",
      [heard, other].map(({ messages }) =>
        messages.map(({ message }) => message),
      ),
      [["of t"], ["of t2", "to one"]],
    );
  },

  "what is sent when somebody listens is not missed": async (trial) => {
    const [sender, receiver] = await twoOf(trial.stores(2));
    for (let round = 0; round < 20; round++) {
      const heard = await remember(receiver, `t${round}`);
      await sender.send(`t${round}`, "to all");
      await sender.send(`t${round}`, "to one", receiver.name);
      await trial.until(
        "what is sent as soon as somebody listens is heard",
        () => heard.messages.length >= 2,
      );
    }
  },

  "a listener that begins in the midst of messages misses none since": async (
    trial,
  ) => {
    const [sender, receiver] = await twoOf(trial.stores(2));
    let sent = 0;
    let isDone = false;
    const sending = (async () => {
      while (!isDone) await sender.send("t", `${sent++}`);
    })();
    for (let round = 0; round < 5; round++) {
      const heard = rememberer();
      const stop = await receiver.listen("t", heard);
      // The first later message has at least this number: the one before may be on its way.
      const first = sent;
      await trial.until("messages go on", () => sent > first + 10);
      await trial.until("messages are heard", () =>
        heard.messages.some(({ message }) => Number(message) >= first + 10),
      );
      stop();
      const numbers = heard.messages.map(({ message }) => Number(message));
      const begin = numbers.indexOf(first);
      requireThat(
        "the first message after the beginning is heard",
        begin >= 0,
        { first, heard: numbers.slice(0, 5) },
      );
      requireEqual(
        "from the beginning on each message is heard, once and in its order",
        numbers.slice(begin, begin + 10),
        Array.from({ length: 10 }, (_, at) => first + at),
      );
    }
    isDone = true;
    await sending;
  },

  "who ends listening hears nothing more, and others go on": async (trial) => {
    const [sender, receiver] = await twoOf(trial.stores(2));
    const ended = rememberer();
    const stop = await receiver.listen("t", ended);
    const heard = await remember(receiver, "t");
    await sender.send("t", "one");
    await trial.until(
      "each listener of a topic hears",
      () => ended.messages.length > 0 && heard.messages.length > 0,
    );
    stop();
    await sender.send("t", "two");
    await trial.until("others go on", () => heard.messages.length > 1);
    await trial.quiet();
    requireEqual(
      "who has ended hears nothing more",
      ended.messages.map(({ message }) => message),
      ["one"],
    );
  },

  "a listener that throws harms no other, and hears what comes next": async (
    trial,
  ) => {
    const [sender, receiver] = await twoOf(trial.stores(2));
    const before = rememberer();
    await receiver.listen("t", {
      heard(message, from) {
        before.heard(message, from);
        throw new Error("a listener of the test throws");
      },
      gone() {},
      missed() {},
    });
    const heard = await remember(receiver, "t");
    for (const text of ["one", "two"]) await sender.send("t", text);
    await trial.until(
      "all hear all",
      () => before.messages.length > 1 && heard.messages.length > 1,
    );
    requireEqual(
      "nothing is heard twice",
      [before, heard].map(({ messages }) => messages.length),
      [2, 2],
    );
  },
};

async function threeOf(
  buses: Promise<readonly Bus[]>,
): Promise<readonly [Bus, Bus, Bus]> {
  const [first, second, third] = await buses;
  if (!first || !second || !third)
    throw new Error("a test has three processes");
  return [first, second, third];
}
