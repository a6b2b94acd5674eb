import type { Bus, BusListener } from "../../../../src/runtime/cluster.ts";
import type { Fault } from "./fault.ts";
import { faultyBus, outageOf } from "./suites.ts";

/** A bus whose listeners hear as told. */
function hearing(
  sound: Bus,
  how: (listener: BusListener) => Partial<BusListener>,
): Bus {
  return {
    ...sound,
    listen: (topic, listener) =>
      sound.listen(topic, {
        heard: (message, from) => listener.heard(message, from),
        gone: (process) => listener.gone(process),
        missed: () => listener.missed(),
        ...how(listener),
      }),
  };
}

export const busFaults: Readonly<Record<string, Fault>> = {
  "that a process is gone is told twice": {
    tests: faultyBus((sound) =>
      hearing(sound, (listener) => ({
        gone(process) {
          listener.gone(process);
          setTimeout(() => listener.gone(process), 5);
        },
      })),
    ),
    foundBy: "that a process is gone is heard once, by all others",
    says: "each listener hears it once",
  },

  "that a process is gone is never told": {
    tests: faultyBus((sound) => hearing(sound, () => ({ gone() {} }))),
    foundBy: "that a process is gone is heard once, by all others",
    says: "all others hear that a process is gone: not so within 500 ms",
  },

  "that a process is gone is told to one alone": {
    tests: faultyBus((sound) =>
      hearing(sound, (listener) => ({
        gone(process) {
          if (told.has(process)) return;
          told.add(process);
          listener.gone(process);
        },
      })),
    ),
    foundBy: "that a process is gone is heard once, by all others",
    says: "all others hear that a process is gone: not so within 500 ms",
  },

  "of two that are gone at once, one is told": {
    tests: faultyBus((sound) =>
      hearing(sound, (listener) => {
        let last = 0;
        return {
          gone(process) {
            if (performance.now() - last > 50) listener.gone(process);
            last = performance.now();
          },
        };
      }),
    ),
    foundBy: "of several that go at once, each is heard once",
    says: "all others hear that both are gone: not so within 500 ms",
  },

  "who says goodbye is gone": {
    tests: faultyBus((sound) => {
      const bus = hearing(sound, (listener) => ({
        heard(message, from) {
          if (message === "bye") listener.gone(from);
          else listener.heard(message, from);
        },
      }));
      return {
        ...bus,
        async close() {
          await sound.send("t", "bye");
          await sound.close();
        },
      };
    }),
    foundBy: "who says goodbye is not gone without a word",
    says: "nobody hears it of one that said goodbye",
  },

  "a message to a dead process is said to be heard": {
    tests: faultyBus((sound) => ({
      ...sound,
      async send(...asked) {
        await sound.send(...asked);
        return true;
      },
    })),
    foundBy:
      "a message to a process that does not live is said not to be heard",
    says: "one that there never was hears nothing",
  },

  "a message to one is heard by all": {
    tests: faultyBus((sound) => ({
      ...sound,
      send: (topic, message) => sound.send(topic, message),
    })),
    foundBy: "a message to one is heard by it alone",
    says: "nobody else hears it",
  },

  "who sends to all others hears it as well": {
    tests: faultyBus((sound) => ({
      ...sound,
      async send(topic, message, to) {
        if (to === undefined) await sound.send(topic, message, sound.name);
        return sound.send(topic, message, to);
      },
    })),
    foundBy: "a message to all is heard by all others, once",
    says: "who sends to all others does not hear",
  },

  "a message is heard twice": {
    tests: faultyBus((sound) => ({
      ...sound,
      async send(...asked) {
        await sound.send(...asked);
        return sound.send(...asked);
      },
    })),
    foundBy: "a message to all is heard by all others, once",
    says: "each hears it once, and from whom",
  },

  "messages of a process come out of their order": {
    tests: faultyBus((sound) => {
      let count = 0;
      return {
        ...sound,
        async send(...asked) {
          if (++count % 7 === 0)
            await new Promise((resolve) => setTimeout(resolve, 5));
          return sound.send(...asked);
        },
      };
    }),
    foundBy: "messages of a process come in the order in which it sent them",
    says: "messages of one process come in its order, each once",
  },

  "messages to all come behind those to one": {
    tests: faultyBus((sound) => ({
      ...sound,
      async send(topic, message, to) {
        if (to === undefined)
          await new Promise((resolve) => setTimeout(resolve, 5));
        return sound.send(topic, message, to);
      },
    })),
    foundBy: "messages to one and to all come in one order",
    says: "messages of one process come in its order, to whomever they are",
  },

  "who listens hears only what is sent somewhat later": {
    tests: faultyBus((sound) => ({
      ...sound,
      async listen(topic, listener) {
        let stop: (() => void) | undefined;
        setTimeout(() => {
          void sound.listen(topic, listener).then((end) => {
            stop = end;
          });
        }, 5);
        return () => stop?.();
      },
    })),
    foundBy: "what is sent when somebody listens is not missed",
    says: "what is sent as soon as somebody listens is heard",
  },

  "a topic is heard by who listens to another": {
    tests: faultyBus((sound) => ({
      ...sound,
      listen: (topic, listener) => sound.listen(topic.slice(0, 1), listener),
      send: (topic, ...rest) => sound.send(topic.slice(0, 1), ...rest),
    })),
    foundBy: "who listens to a topic hears nothing of another",
    says: "of its topic, and nothing else",
  },

  "who ends listening hears on": {
    tests: faultyBus((sound) => ({
      ...sound,
      async listen(topic, listener) {
        await sound.listen(topic, listener);
        return () => {};
      },
    })),
    foundBy: "who ends listening hears nothing more, and others go on",
    says: "who has ended hears nothing more",
  },

  "a long message is cut": {
    tests: faultyBus((sound) => ({
      ...sound,
      send: (topic, message, ...to) =>
        sound.send(topic, message.slice(0, 65_536), ...to),
    })),
    foundBy: "a message is heard as it was sent",
    says: "messages are heard as they were sent",
  },

  "a dead process is thought to live": {
    tests: faultyBus((sound) => ({
      ...sound,
      async isAlive() {
        return true;
      },
    })),
    foundBy: "that a process is gone is heard once, by all others",
    says: "who is gone is not alive",
  },

  "a name is longer than it may be": {
    tests: faultyBus((sound) => ({
      ...sound,
      name: `${sound.name}-of-a-host`,
    })),
    foundBy: "each process has a name of its own, of letters and digits",
    says: "a name has at most 16 letters and digits",
  },

  "what was sent before an outage is lost": {
    tests: outageOf((sound) => ({
      ...sound,
      listen: (topic, listener) =>
        sound.listen(topic, {
          heard(message, from) {
            if (message === "three") listener.heard(message, from);
          },
          gone: (process) => listener.gone(process),
          missed: () => listener.missed(),
        }),
    })),
    foundBy: "what was sent before the bus was away is heard when it is back",
    says: "what was sent before is heard, once and in its order",
  },

  "a bus that is away takes messages": {
    tests: outageOf((sound) => ({
      ...sound,
      send: (...asked) => sound.send(...asked).catch(() => true),
    })),
    foundBy: "a bus that is away says so",
    says: "what cannot be sent is rejected",
  },

  "a bus that is away does not answer": {
    tests: outageOf((sound) => ({
      ...sound,
      send: (...asked) =>
        sound.send(...asked).catch(() => new Promise<boolean>(() => {})),
    })),
    foundBy: "a bus that is away says so",
    says: "what cannot be sent is rejected: not so within 500 ms",
  },

  "a bus that is away has no problem": {
    tests: outageOf((sound) => ({ ...sound, problem: () => undefined })),
    foundBy: "a bus that is away says so",
    says: "a bus that is away says that it has a problem",
  },
};

const told = new Set<string>();
