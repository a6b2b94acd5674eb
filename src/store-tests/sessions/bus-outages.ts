import {
  requireEqual,
  requireRejection,
  requireThat,
} from "../support/expect.ts";
import type { Trials } from "../support/store-test.ts";
import { twoOf, type Trial } from "../support/trial.ts";
import type { Bus } from "../../runtime/sessions/bus.ts";
import { remember } from "./heard.ts";

/** Tests of outages. */
export const busOutageTrials: Trials<Bus> = {
  "what was sent before the bus was away is heard when it is back": async (
    trial,
  ) => {
    const [sender, receiver] = await twoOf(trial.stores(2));
    const heard = await remember(receiver, "t");
    for (const text of ["one", "two"]) await sender.send("t", text);
    await setAway(trial, true);
    await setAway(trial, false);
    await sendAgain(trial, sender, "three");
    await trial.until("what comes next is heard", () =>
      heard.messages.some(({ message }) => message === "three"),
    );
    const before = heard.messages
      .map(({ message }) => message)
      .filter((message) => message !== "three");
    requireEqual(
      "what was sent before is heard, once and in its order",
      before,
      ["one", "two"],
    );
    requireEqual("nothing was missed", heard.missedCount, 0);
    requireEqual("nobody is gone", heard.gonePeers, []);
  },

  "a bus that is away says so": async (trial) => {
    const [sender, receiver] = await twoOf(trial.stores(2));
    await setAway(trial, true);
    for (const to of [undefined, receiver.name])
      requireThat(
        "what cannot be sent is rejected",
        (await trial.inTime(
          "what cannot be sent is rejected",
          requireRejection(
            "what cannot be sent is rejected",
            sender.send("t", "x", to),
          ),
        )) instanceof Error,
        "no Error",
      );
    await trial.until(
      "a bus that is away says that it has a problem",
      () => sender.problem() !== undefined,
    );
    await setAway(trial, false);
    await sendAgain(trial, sender, "y");
    await trial.until(
      "a bus that is back has no problem",
      () => sender.problem() === undefined && receiver.problem() === undefined,
    );
  },
};

async function setAway(trial: Trial<Bus>, isAway: boolean): Promise<void> {
  const { shared } = trial;
  if (!shared.setAway)
    throw new TypeError("tests of outages want `make` to give `setAway`");
  await shared.setAway(isAway);
}

/** Sends until it succeeds, as the first attempts may be too early. */
async function sendAgain(
  trial: Trial<Bus>,
  bus: Bus,
  text: string,
): Promise<void> {
  await trial.until("a bus that is back takes messages", () =>
    bus.send("t", text).catch(() => false),
  );
}
