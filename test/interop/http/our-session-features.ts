import { expect } from "vitest";
import { hears, text, type Feature } from "../features/feature.ts";
import * as offer from "../servers/offer.ts";
import type { OfficialPlace } from "./official-place.ts";
import { callsOf, sessionHeader } from "./requests.ts";
import { lostConnections } from "./tools.ts";
import { patient } from "../../runtime/wait.ts";

const changed = "notifications/tools/list_changed";

/** What our client makes of sessions that end without it. */
export const ourSessionFeatures: readonly Feature<OfficialPlace>[] = [
  {
    name: "session is gone",
    isIn: ({ hasFact }) => hasFact("sessions"),
    async check({ place, createDriver, revision }) {
      const driver = createDriver();
      const { target, exchanges } = place.another();
      await driver.connect(target);
      const [opened] = callsOf(exchanges, "initialize");
      const headers = {
        [sessionHeader]: opened?.headers.get(sessionHeader) ?? "",
        "mcp-protocol-version": revision.id,
      };
      const end = await fetch(target.url, { method: "DELETE", headers });
      expect(end.ok).toBe(true);
      const messages = ["one", "two", "three"];
      const answers = await Promise.all(
        messages.map((message) => driver.callTool("echo", { message })),
      );
      expect(answers.map(({ content }) => content)).toEqual(
        messages.map((message) => text(offer.echo(message))),
      );
      const handshakes = callsOf(exchanges, "initialize");
      expect(handshakes).toHaveLength(2);
      expect(callsOf(exchanges, "notifications/initialized")).toHaveLength(2);
      await driver.close();
    },
  },
];

/** To be checked last: every client of the place loses its session. */
export const restartFeatures: readonly Feature<OfficialPlace>[] = [
  {
    name: "server is started again",
    isIn: ({ hasFact }) => hasFact("sessions"),
    async check({ place, createDriver }) {
      const driver = createDriver();
      const { target, exchanges } = place.another();
      await driver.connect(target);
      await driver.callTool("echo", { message: "before" });
      await place.restart();
      await lostConnections();
      const { content } = await driver.callTool("echo", { message: "after" });
      expect(content).toEqual(text(offer.echo("after")));
      expect(callsOf(exchanges, "initialize")).toHaveLength(2);
      // What the new session tells on its own is heard as well.
      await expect.poll(() => streamsOf(exchanges), patient).toBeGreaterThan(0);
      await driver.callTool("grow", { name: "grown-after" });
      await hears(driver, changed, {});
      await driver.close();
    },
  },
];

/** How many streams of the last session are open. */
function streamsOf(exchanges: OfficialPlace["exchanges"]): number {
  const last = callsOf(exchanges, "initialize").at(-1);
  const id = last?.headers.get(sessionHeader) ?? "";
  return exchanges.filter(
    ({ method, isOver, requestHeaders }) =>
      method === "GET" && !isOver && requestHeaders.get(sessionHeader) === id,
  ).length;
}
