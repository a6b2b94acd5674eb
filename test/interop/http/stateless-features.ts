import { expect } from "vitest";
import type { Driver } from "../clients/driver.ts";
import { hears, text, type Feature } from "../features/feature.ts";
import type { RevisionModel } from "../revision.ts";
import type { Exchange } from "./exchanges.ts";
import type { HttpPlace } from "./place.ts";
import { callOf, callsOf, sessionHeader } from "./requests.ts";
import { retryMs } from "./tools.ts";
import { patient } from "../../runtime/wait.ts";

const isStateless = ({ lifecycle }: RevisionModel): boolean =>
  lifecycle === "stateless";

/** What HTTP adds to the stateless lifecycle. */
export const statelessFeatures: readonly Feature<HttpPlace>[] = [
  {
    name: "no session, nothing but POST",
    isIn: isStateless,
    check({ place }) {
      for (const { method, headers, requestHeaders } of place.exchanges) {
        expect(method).toBe("POST");
        expect(headers.has(sessionHeader)).toBe(false);
        expect(requestHeaders.has(sessionHeader)).toBe(false);
      }
      expect(place.running.status().sessions).toBe(0);
      return Promise.resolve();
    },
  },
  {
    name: "request headers",
    isIn: ({ hasFact }) => hasFact("request-headers"),
    async check({ place, driver, revision }) {
      await driver.listTools();
      const before = place.exchanges.length;
      const region = " sør-øst ";
      const { content } = await driver.callTool("regional", { region });
      expect(content).toEqual(text(region));
      const made = place.exchanges.slice(before);
      const { requestHeaders } = await callOf(made, "regional");
      expect(requestHeaders.get("mcp-protocol-version")).toBe(revision.id);
      expect(requestHeaders.get("mcp-method")).toBe("tools/call");
      expect(requestHeaders.get("mcp-name")).toBe("regional");
      expect(requestHeaders.get("mcp-param-region")).toMatch(/^=\?base64\?/);
    },
  },
  {
    name: "cancellation by closing the response",
    isIn: isStateless,
    async check({ place, driver }) {
      const before = await abortedCalls(driver);
      const controller = new AbortController();
      const call = driver.callTool(
        "wait",
        {},
        { signal: controller.signal, onProgress: () => controller.abort() },
      );
      await expect(call).rejects.toThrow();
      await expect.poll(() => abortedCalls(driver), patient).toBe(before + 1);
      const cancelled = callsOf(place.exchanges, "notifications/cancelled");
      expect(cancelled.filter(isOfCall)).toEqual([]);
    },
  },
  {
    name: "broken call is taken back",
    isIn: isStateless,
    async check({ place, driver }) {
      const before = await abortedCalls(driver);
      const start = place.exchanges.length;
      const giveUp = new AbortController();
      let isOver = false;
      const call = driver
        .callTool(
          "wait",
          {},
          {
            signal: giveUp.signal,
            onProgress: () =>
              void callOf(place.exchanges.slice(start), "wait").then(cut),
          },
        )
        .finally(() => (isOver = true));
      call.catch(() => {});
      await expect.poll(() => abortedCalls(driver), patient).toBe(before + 1);
      await new Promise((resolve) => setTimeout(resolve, 5 * retryMs));
      const isToldByClient = isOver;
      giveUp.abort();
      await expect(call).rejects.toThrow();
      expect(place.exchanges.every(({ method }) => method === "POST")).toBe(
        true,
      );
      return isToldByClient
        ? undefined
        : "POST tools/call → 200, cut: the client does not fail a call whose stream has broken, but waits for its own time-out";
    },
  },
  {
    name: "broken listening",
    isIn: ({ hasRequest }) => hasRequest("subscriptions/listen"),
    async check({ place, driver }) {
      const start = place.exchanges.length;
      const broken = await driver.listen({ toolsListChanged: true });
      const { streams } = place.running.status();
      expect(streams).toBe(1);
      callsOf(place.exchanges.slice(start), "subscriptions/listen").forEach(
        cut,
      );
      expect(await broken.closed).toBe("remote");
      await expect.poll(() => place.running.status().streams, patient).toBe(0);
      const again = await driver.listen({ toolsListChanged: true });
      const heard = driver.heard.length;
      await driver.callTool("grow", { name: "grown-again" });
      await hears(driver, "notifications/tools/list_changed", {});
      await expect.poll(() => driver.heard.length, patient).toBe(heard + 1);
      await again.close();
      await expect.poll(() => place.running.status().streams, patient).toBe(0);
    },
  },
];

/** How many calls of the tool that waits were taken back. */
async function abortedCalls(driver: Driver): Promise<number> {
  const { content } = await driver.callTool("aborted");
  const [block] = content as readonly { readonly text: string }[];
  return Number(block?.text);
}

/** Whether it takes a call back, and not a stream of changes. */
function isOfCall({ body }: Exchange): boolean {
  return !body.includes("listen:");
}

function cut(exchange: Exchange): void {
  exchange.cut();
}
