import { expect } from "vitest";
import { hears, text, type Feature } from "../features/feature.ts";
import * as offer from "../servers/offer.ts";
import type { HttpPlace } from "./place.ts";
import {
  callOf,
  callsOf,
  sessionHeader,
  standaloneStreams,
  told,
} from "./requests.ts";

/** What Streamable HTTP adds to the handshake lifecycle: sessions, and where messages go. */
export const sessionFeatures: readonly Feature<HttpPlace>[] = [
  {
    name: "session",
    isIn: ({ hasFact }) => hasFact("sessions"),
    async check({ place, driver, revision }) {
      await driver.callTool("echo", { message: "in the session" });
      const [first] = callsOf(place.exchanges, "initialize");
      const id = first?.headers.get(sessionHeader) ?? "";
      const later = place.exchanges.slice(
        place.exchanges.findIndex((one) => one === first) + 1,
      );
      expect(id.length).toBeGreaterThanOrEqual(22);
      expect([...id].filter((one) => one < "!" || one > "~")).toEqual([]);
      for (const { requestHeaders } of later) {
        expect(requestHeaders.get(sessionHeader)).toBe(id);
        const version = requestHeaders.get("mcp-protocol-version");
        // Before there was this header it is one that nobody knows.
        if (version !== null || revision.hasFact("protocol-version-header"))
          expect(version).toBe(revision.id);
      }
      expect(later.length).toBeGreaterThan(1);
      expect(place.running.status().sessions).toBe(1);
    },
  },
  {
    name: "questions on the call's stream",
    isIn: ({ hasFact }) => hasFact("sessions"),
    async check({ place, driver }) {
      const before = place.exchanges.length;
      await driver.callTool("ask-model");
      const call = await callOf(place.exchanges.slice(before), "ask-model");
      expect(call.messages).toHaveLength(2);
      expect(call.messages[0]).toContain("sampling/createMessage");
      for (const stream of standaloneStreams(place.exchanges))
        expect(told(stream, "sampling/createMessage")).toBe(false);
    },
  },
  {
    name: "changes on the standalone stream",
    isIn: ({ hasFact }) => hasFact("sessions"),
    async check({ place, driver }) {
      await driver.callTool("grow", { name: "grown-apart" });
      const changed = "notifications/tools/list_changed";
      await hears(driver, changed, {});
      const tellers = place.exchanges.filter((one) => told(one, changed));
      expect(tellers).toEqual(standaloneStreams(place.exchanges));
      expect(tellers).toHaveLength(1);
    },
  },
  {
    name: "goodbye",
    isIn: ({ hasFact }) => hasFact("sessions"),
    async check({ place, createDriver }) {
      const leaving = createDriver();
      const { target, exchanges, running } = place.another();
      await leaving.connect(target);
      const before = running.status().sessions;
      await leaving.terminate();
      const goodbye = exchanges.find(({ method }) => method === "DELETE");
      expect([200, 204]).toContain(goodbye?.status);
      expect(running.status().sessions).toBe(before - 1);
      await leaving.close();
      const headers = new Headers(goodbye?.requestHeaders);
      const again = await fetch(target.url, { method: "DELETE", headers });
      expect(again.status).toBe(404);
    },
  },
];

/** What the official clients make of a session that ended without them. */
export const endedSessionFeatures: readonly Feature<HttpPlace>[] = [
  {
    name: "session is gone",
    isIn: ({ hasFact }) => hasFact("sessions"),
    async check({ place, createDriver, revision }) {
      const surprised = createDriver();
      const { target, exchanges } = place.another();
      await surprised.connect(target);
      const headers = {
        [sessionHeader]: exchanges[0]?.headers.get(sessionHeader) ?? "",
        "mcp-protocol-version": revision.id,
      };
      const end = await fetch(target.url, { method: "DELETE", headers });
      expect(end.status).toBe(204);
      await expect(
        surprised.callTool("echo", { message: "anybody there?" }),
      ).rejects.toThrow();
      expect((await callOf(exchanges, "echo")).status).toBe(404);
      await surprised.close();
      const next = createDriver();
      await next.connect(place.another().target);
      const { content } = await next.callTool("echo", { message: "again" });
      expect(content).toEqual(text(offer.echo("again")));
      await next.terminate();
      await next.close();
      const handshakes = callsOf(exchanges, "initialize");
      return handshakes.length === 1
        ? "POST tools/call → 404, and no initialize follows: the client fails the call, and does not open a new session as the specification wants it"
        : undefined;
    },
  },
];
