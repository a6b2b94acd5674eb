import { requireEqual, requireThat } from "../support/expect.ts";
import type { Trials } from "../support/store-test.ts";
import { twoOf } from "../support/trial.ts";
import type { Bus } from "../../runtime/sessions/bus.ts";
import { messagesFrom, remember } from "./heard.ts";

/** Tests of process names and liveness. */
export const busMembershipTrials: Trials<Bus> = {
  "each process has a name of its own, of letters and digits": async (
    trial,
  ) => {
    const buses = await trial.stores(4);
    const names = buses.map(({ name }) => name);
    requireEqual("no two have one name", new Set(names).size, 4);
    for (const name of names)
      requireThat(
        "a name has at most 16 letters and digits",
        /^[A-Za-z0-9]{1,16}$/.test(name),
        name,
      );
  },

  "processes that live are known to live": async (trial) => {
    const [first, second] = await twoOf(trial.stores(2));
    for (const bus of [first, second]) {
      requireEqual("the bus can be reached", bus.problem(), undefined);
      for (const { name } of [first, second])
        requireEqual(
          "a process that lives is alive",
          await bus.isAlive(name),
          true,
        );
      requireEqual(
        "one that there never was is not",
        await bus.isAlive("nobody0"),
        false,
      );
    }
  },

  "that a process is gone is heard once, by all others": async (trial) => {
    const dying = await trial.process();
    const buses = await trial.stores(3);
    const listeners = await Promise.all(
      buses.flatMap((bus) => [remember(bus, "t"), remember(bus, "t2")]),
    );
    const { name } = dying.store;
    await dying.kill();
    await trial.until("all others hear that a process is gone", () =>
      listeners.every(({ gonePeers }) => gonePeers.length > 0),
    );
    await trial.quiet();
    for (const { gonePeers } of listeners)
      requireEqual("each listener hears it once", gonePeers, [name]);
    for (const bus of buses)
      requireEqual("who is gone is not alive", await bus.isAlive(name), false);
  },

  "of several that go at once, each is heard once": async (trial) => {
    const dying = [await trial.process(), await trial.process()];
    const buses = await trial.stores(2);
    const listeners = await Promise.all(buses.map((bus) => remember(bus, "t")));
    await Promise.all(dying.map((process) => process.kill()));
    await trial.until("all others hear that both are gone", () =>
      listeners.every(({ gonePeers }) => gonePeers.length > 1),
    );
    await trial.quiet();
    const names = dying.map(({ store }) => store.name).sort();
    for (const { gonePeers } of listeners)
      requireEqual("each is heard once", [...gonePeers].sort(), names);
  },

  "a message to a process that does not live is said not to be heard": async (
    trial,
  ) => {
    const dying = await trial.process();
    const [sender, leaving] = await twoOf(trial.stores(2));
    const heard = await remember(sender, "t");
    requireEqual(
      "one that there never was hears nothing",
      await sender.send("t", "x", "nobody0"),
      false,
    );
    await dying.kill();
    await trial.until(
      "others hear that a process is gone",
      () => heard.gonePeers.length > 0,
    );
    requireEqual(
      "one that is gone hears nothing",
      await sender.send("t", "x", dying.store.name),
      false,
    );
    await leaving.close();
    requireEqual(
      "one that has said goodbye hears nothing",
      await sender.send("t", "x", leaving.name),
      false,
    );
    requireEqual(
      "to all others can be sent where there are none",
      await sender.send("t", "x"),
      true,
    );
  },

  "who says goodbye is not gone without a word": async (trial) => {
    const dying = await trial.process();
    const [first, leaving] = await twoOf(trial.stores(2));
    const heard = await remember(first, "t");
    await leaving.close();
    requireEqual(
      "who has said goodbye does not live",
      await first.isAlive(leaving.name),
      false,
    );
    await dying.kill();
    await trial.until("others hear that one is gone that said nothing", () =>
      heard.gonePeers.includes(dying.store.name),
    );
    await trial.quiet();
    requireEqual("nobody hears it of one that said goodbye", heard.gonePeers, [
      dying.store.name,
    ]);
  },

  "what a process sent before it was gone is heard": async (trial) => {
    const dying = await trial.process();
    const buses = await trial.stores(2);
    const listeners = await Promise.all(buses.map((bus) => remember(bus, "t")));
    const texts = ["one", "two", "three"];
    for (const text of texts) await dying.store.send("t", text);
    await dying.kill();
    await trial.until("all others hear that it is gone", () =>
      listeners.every(({ gonePeers }) => gonePeers.length > 0),
    );
    await trial.until("all of its messages are heard", () =>
      listeners.every(({ messages }) => messages.length >= texts.length),
    );
    for (const heard of listeners)
      requireEqual(
        "each message is heard once",
        messagesFrom(heard, dying.store),
        texts,
      );
  },

  "who comes later hears what is sent then": async (trial) => {
    const first = await trial.store();
    const heard = await remember(first, "t");
    const dying = await trial.process();
    await dying.store.send("t", "before");
    await dying.kill();
    await trial.until(
      "it is heard that one is gone",
      () => heard.gonePeers.length > 0,
    );
    const later = await trial.store();
    const news = await remember(later, "t");
    await first.send("t", "hello", later.name);
    await later.send("t", "hello back", first.name);
    await trial.until(
      "both hear each other",
      () => news.messages.length > 0 && heard.messages.length > 1,
    );
    requireEqual("nobody who lives is gone", heard.gonePeers, [
      dying.store.name,
    ]);
  },
};
