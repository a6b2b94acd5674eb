import { expect } from "vitest";
import { text, type Feature } from "../features/feature.ts";
import type { Exchange } from "./exchanges.ts";
import type { HttpPlace } from "./place.ts";
import { callOf, resumptions, standaloneStreams, told } from "./requests.ts";
import { clientLeft, retryMs } from "./tools.ts";
import { patient } from "../../runtime/wait.ts";

/** Streams that break, or that the server closes, and what clients do about it. */
export const resumptionFeatures: readonly Feature<HttpPlace>[] = [
  {
    name: "broken call",
    isIn: ({ hasFact }) => hasFact("resumption"),
    async check({ place, driver }) {
      const before = place.exchanges.length;
      const made = (): Exchange[] => place.exchanges.slice(before);
      const heard: number[] = [];
      const result = await driver.callTool(
        "last",
        {},
        {
          onProgress({ progress }) {
            heard.push(progress);
            if (progress === 1)
              void callOf(made(), "last").then(cut).then(clientLeft);
          },
        },
      );
      expect(result.content).toEqual(text("lasted"));
      expect(heard).toEqual([1, 2, 3]);
      const call = await callOf(made(), "last");
      const [resumed, ...more] = resumptions(made());
      expect(more).toEqual([]);
      expect(call.messages).toHaveLength(1);
      // The progress that it missed, the one that it heard as it went on, and the result.
      expect(resumed?.messages).toHaveLength(3);
    },
  },
  {
    name: "closed for polling",
    isIn: ({ hasFact }) => hasFact("stream-priming"),
    async check({ place, driver }) {
      const before = place.exchanges.length;
      const { content } = await driver.callTool("poll");
      expect(content).toEqual(text("closed: true"));
      const made = place.exchanges.slice(before);
      expect((await callOf(made, "poll")).messages).toEqual([]);
      expect(resumptions(made)[0]?.messages).toHaveLength(1);
    },
  },
  {
    name: "broken standalone stream",
    isIn: ({ hasFact }) => hasFact("resumption"),
    async check({ place, driver }) {
      const changed = "notifications/tools/list_changed";
      const changes = (): number =>
        driver.heard.filter(({ method }) => method === changed).length;
      const before = changes();
      await driver.callTool("grow", { name: "grown-before" });
      await expect.poll(changes, patient).toBe(before + 1);
      const open = place.exchanges.filter(
        ({ method, isOver }) => method === "GET" && !isOver,
      );
      expect(open).toHaveLength(1);
      open.forEach(cut);
      // The server may know already, or write into a connection that is no more.
      await driver.callTool("grow", { name: "grown-away" });
      await expect.poll(changes, patient).toBe(before + 2);
      await driver.callTool("grow", { name: "grown-back" });
      await expect.poll(changes, patient).toBe(before + 3);
    },
  },
  {
    name: "one standalone stream, however often it breaks",
    isIn: ({ hasFact }) => hasFact("sessions"),
    async check({ place }) {
      const { exchanges, running } = place;
      expect(standaloneStreams(exchanges)).toHaveLength(1);
      await expect.poll(() => running.status().streams, patient).toBe(1);
    },
  },
];

/** A call that is taken back, and then some time in which nobody comes back for it. */
export const cancelledFeatures: readonly Feature<HttpPlace>[] = [
  {
    name: "cancelled call ends its response",
    isIn: ({ hasFact }) => hasFact("sessions"),
    async check({ place, driver }) {
      const before = place.exchanges.length;
      const controller = new AbortController();
      const call = driver.callTool(
        "wait",
        {},
        { signal: controller.signal, onProgress: () => controller.abort() },
      );
      await expect(call).rejects.toThrow();
      const exchange = await callOf(place.exchanges.slice(before), "wait");
      await expect.poll(() => exchange.isOver, patient).toBe(true);
      expect(told(exchange, "too late")).toBe(false);
      const isComingBack = await comesBack(place, before);
      return isComingBack
        ? "GET with Last-Event-ID → 204 behind notifications/cancelled: the client comes back for the call that it has taken back"
        : undefined;
    },
  },
];

/** What only a server can do whose tools may fail as they like. */
export const lateErrorFeatures: readonly Feature<HttpPlace>[] = [
  {
    name: "error on a stream",
    isIn: ({ hasFact }) => hasFact("resumption"),
    async check({ place, driver }) {
      const before = place.exchanges.length;
      await expect(driver.callTool("refuse-late")).rejects.toMatchObject({
        code: -32602,
      });
      const isComingBack = await comesBack(place, before);
      return isComingBack
        ? "GET with Last-Event-ID → 204 behind an error on the stream: the client does not take it for the answer, and comes back for more"
        : undefined;
    },
  },
];

/**
 * Whether a client comes back for a stream that is over. It is told that there
 * is nothing left: an empty stream would bring it back for ever.
 */
async function comesBack(
  { exchanges }: HttpPlace,
  before: number,
): Promise<boolean> {
  await new Promise((resolve) => setTimeout(resolve, 8 * retryMs));
  const statuses = resumptions(exchanges.slice(before)).map(
    ({ status }) => status,
  );
  const isComingBack = statuses.length > 0;
  expect(statuses).toEqual(isComingBack ? [204] : []);
  return isComingBack;
}

function cut(exchange: Exchange): void {
  exchange.cut();
}
