import { expect } from "vitest";
import * as offer from "../servers/offer.ts";
import { hears, watch, type Feature } from "./feature.ts";

/** Resources, prompts, and what completes their arguments. */
export const dataFeatures: readonly Feature[] = [
  {
    name: "resources/list",
    isIn: ({ hasRequest }) => hasRequest("resources/list"),
    async check({ driver }) {
      const resources = await driver.listResources();
      expect(resources.map(({ uri }) => uri)).toEqual([
        offer.note.uri,
        offer.bytes.uri,
      ]);
    },
  },
  {
    name: "resources/read",
    isIn: ({ hasRequest }) => hasRequest("resources/read"),
    async check({ driver }) {
      const { uri } = offer.note;
      expect(await driver.readResource(uri)).toEqual([
        { uri, text: offer.note.text, mimeType: "text/plain" },
      ]);
      expect(await driver.readResource(offer.bytes.uri)).toMatchObject([
        offer.bytes,
      ]);
      await expect(driver.readResource("test://nothing")).rejects.toMatchObject(
        { code: expect.any(Number) },
      );
    },
  },
  {
    name: "resource templates",
    isIn: ({ hasRequest }) => hasRequest("resources/templates/list"),
    async check({ driver }) {
      const templates = await driver.listTemplates();
      expect(templates.map(({ uriTemplate }) => uriTemplate)).toEqual([
        offer.template,
      ]);
      const uri = "test://notes/7";
      expect(await driver.readResource(uri)).toMatchObject([
        { uri, text: offer.numbered("7") },
      ]);
    },
  },
  {
    name: "resource updated",
    isIn: ({ hasNotification }) =>
      hasNotification("notifications/resources/updated"),
    async check({ driver, revision }) {
      const { uri } = offer.note;
      const end = await watch(driver, revision, {
        resourceSubscriptions: [uri],
      });
      const told = (): number =>
        driver.heard.filter(
          ({ method }) => method === "notifications/resources/updated",
        ).length;
      await driver.callTool("touch", { uri: offer.bytes.uri });
      await driver.callTool("touch", { uri });
      await hears(driver, "notifications/resources/updated", { uri });
      expect(told()).toBe(1);
      await end();
      await driver.callTool("touch", { uri });
      // Its answer comes after what the call has told.
      await driver.callTool("echo", { message: "done" });
      expect(told()).toBe(1);
    },
  },
  {
    name: "prompts/list, pages",
    isIn: ({ hasRequest }) => hasRequest("prompts/list"),
    async check({ driver }) {
      const first = await driver.pageOfPrompts();
      expect(first.prompts.length).toBeLessThan(offer.prompts.length);
      const names = first.prompts.map(({ name }) => name);
      let cursor = first.nextCursor;
      expect(cursor).toBeTypeOf("string");
      while (cursor !== undefined) {
        const page = await driver.pageOfPrompts(cursor);
        names.push(...page.prompts.map(({ name }) => name));
        cursor = page.nextCursor;
      }
      expect(names).toEqual(offer.prompts);
      await expect(driver.pageOfPrompts("made up")).rejects.toMatchObject({
        code: -32602,
      });
    },
  },
  {
    name: "prompts/get",
    isIn: ({ hasRequest }) => hasRequest("prompts/get"),
    async check({ driver }) {
      expect(await driver.getPrompt("greet", { name: "Ada" })).toMatchObject({
        messages: [
          { role: "user", content: { type: "text", text: offer.greet("Ada") } },
        ],
      });
    },
  },
  {
    name: "completion",
    isIn: ({ hasRequest }) => hasRequest("completion/complete"),
    async check({ driver }) {
      const prompt = { type: "ref/prompt", name: "greet" } as const;
      expect(
        await driver.complete(prompt, { name: "name", value: "A" }),
      ).toEqual(["Ada", "Alan"]);
      const template = { type: "ref/resource", uri: offer.template } as const;
      expect(
        await driver.complete(template, { name: "id", value: "1" }),
      ).toEqual(["1", "10"]);
    },
  },
];
