import { expect } from "vitest";
import * as offer from "../servers/offer.ts";
import { text, type Feature } from "./feature.ts";
import { patient } from "../../runtime/wait.ts";

/** What a server asks of the client, and the connection itself. */
export const clientFeatures: readonly Feature[] = [
  {
    name: "elicitation",
    isIn: ({ hasRequest }) => hasRequest("elicitation/create"),
    async check({ driver }) {
      const { content } = await driver.callTool("ask-name");
      expect(content).toEqual(text("Hello, Ada"));
    },
  },
  {
    name: "sampling",
    isIn: ({ hasRequest }) => hasRequest("sampling/createMessage"),
    async check({ driver }) {
      const { content } = await driver.callTool("ask-model");
      expect(content).toEqual(text(offer.answers.model));
    },
  },
  {
    name: "roots",
    isIn: ({ hasRequest }) => hasRequest("roots/list"),
    async check({ driver }) {
      const { content } = await driver.callTool("ask-roots");
      expect(content).toEqual(text(offer.answers.root.uri));
    },
  },
  {
    name: "roots changed",
    isIn: ({ hasNotification }) =>
      hasNotification("notifications/roots/list_changed"),
    async check({ driver }) {
      await driver.rootsChanged();
      const { content } = await driver.callTool("roots-changes");
      expect(content).toEqual(text("1"));
    },
  },
  {
    name: "ping",
    isIn: ({ hasRequest }) => hasRequest("ping"),
    async check({ driver }) {
      await driver.ping();
      const { content } = await driver.callTool("ping-back");
      expect(content).toEqual(text("pong"));
    },
  },
  {
    name: "subscriptions/listen",
    isIn: ({ hasRequest }) => hasRequest("subscriptions/listen"),
    async check({ driver }) {
      const listening = await driver.listen({ toolsListChanged: true });
      expect(listening.honored).toEqual({ toolsListChanged: true });
      const before = driver.heard.length;
      await driver.callTool("touch", { uri: offer.note.uri });
      await driver.callTool("grow", { name: "grown-heard" });
      await expect
        .poll(
          () => driver.heard.slice(before).map(({ method }) => method),
          patient,
        )
        .toEqual(["notifications/tools/list_changed"]);
      await listening.close();
      await driver.callTool("grow", { name: "grown-unheard" });
      await driver.callTool("echo", { message: "done" });
      expect(driver.heard.slice(before)).toHaveLength(1);
    },
  },
  {
    name: "input_required",
    isIn: ({ hasProperty }) => hasProperty("InputRequiredResult", "resultType"),
    async check({ driver, place }) {
      const before = place.lines().length;
      const { content } = await driver.callTool("ask-twice");
      const { name, root } = offer.answers;
      expect(content).toEqual(text(`${name} ${root.uri} ${name}`));
      const passed = place.lines().slice(before);
      const asking = passed.filter(({ text: line }) =>
        line.includes('"resultType":"input_required"'),
      );
      expect(asking).toHaveLength(2);
      const calls = passed.filter(({ author }) => author === "client");
      expect(
        new Set(calls.map(({ text: line }) => JSON.parse(line).id)).size,
      ).toBe(3);
    },
  },
];
