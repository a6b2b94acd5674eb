import { expect } from "vitest";
import type { Feature } from "../features/feature.ts";
import type { HttpPlace } from "./place.ts";
import { patient } from "../../runtime/wait.ts";

/** What HTTP with SSE is: one stream for every message, and POST for the client's own. */
export const sseFeatures: readonly Feature<HttpPlace>[] = [
  {
    name: "one stream for all",
    isIn: () => true,
    async check({ place, driver }) {
      await driver.callTool("echo", { message: "by the stream" });
      const [stream, ...posts] = place.exchanges;
      expect(stream).toMatchObject({ method: "GET", status: 200 });
      expect(stream?.text.startsWith("event: endpoint\n")).toBe(true);
      expect(posts.length).toBeGreaterThan(2);
      for (const post of posts) {
        expect(post).toMatchObject({ method: "POST", status: 202, text: "" });
        expect(post.path).toBe("/messages");
      }
    },
  },
  {
    name: "the stream ends with the client",
    isIn: () => true,
    async check({ place, createDriver }) {
      const leaving = createDriver();
      const { target, running } = place.another();
      await leaving.connect(target);
      expect(running.status().streams).toBe(2);
      await leaving.close();
      await expect.poll(() => running.status().streams, patient).toBe(1);
    },
  },
];
