import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumName } from "../support/auth/chromium.ts";
import {
  accessibilityIssues,
  openSite,
  overflow,
  type OpenSite,
} from "./browser.ts";

const name = chromiumName();
/** SITE_SCREENSHOTS=<folder> keeps what each page looks like. */
const screenshots = process.env["SITE_SCREENSHOTS"];

const phone = { width: 390, height: 844 };
const desktop = { width: 1280, height: 800 };

/** A page of each kind. */
const pages = [
  ["home", ""],
  ["a guide with code", "guides/http.html"],
  ["a guide with tables", "guides/call.html"],
  ["errors", "reference/errors.html"],
  ["an entry of the API", "reference/api/server.html"],
  ["a page that is not there", "nothing.html"],
] as const;

const largest = [
  ["requirements", "reference/requirements/transports.html"],
] as const;

describe.skipIf(name === undefined)("the site in a browser", () => {
  let site: OpenSite;
  beforeAll(async () => {
    site = await openSite(name ?? "");
  });
  afterAll(() => site?.close());

  test("has no link that leads nowhere", () => {
    expect(site.built.stderr).not.toMatch(/lead nowhere|: no such/);
    expect(site.built.status).toBe(0);
  });

  describe.each([
    ["light", "phone", phone],
    ["dark", "phone", phone],
    ["light", "desktop", desktop],
    ["dark", "desktop", desktop],
  ] as const)("%s, on a %s", (colorScheme, device, viewport) => {
    let page: Page;
    beforeAll(async () => {
      const context = await site.open({ colorScheme, viewport });
      page = await context.newPage();
    });
    afterAll(() => page?.context().close());

    // Hundreds of rows: one colour is enough for each width.
    const isLight = colorScheme === "light";
    const large = isLight === (device === "phone") ? largest : [];

    test.each([...pages, ...large])(
      "%s can be read by everybody",
      async (_, path) => {
        await page.goto(site.url + path);
        if (screenshots !== undefined) {
          mkdirSync(screenshots, { recursive: true });
          const start =
            path.replace(/\.html$/, "").replaceAll("/", "-") || "home";
          const file = `${start}-${device}-${colorScheme}`;
          await page.screenshot({ path: join(screenshots, `${file}.png`) });
        }
        expect(await accessibilityIssues(page)).toEqual([]);
        expect(await overflow(page)).toBeLessThanOrEqual(0);
      },
    );
  });

  describe("the search", () => {
    let page: Page;
    beforeAll(async () => {
      const context = await site.open({ viewport: desktop });
      page = await context.newPage();
      await page.goto(site.url);
      const input = page.locator("#localsearch-input");
      // Its scripts may still be on their way.
      await press(page, "/", () => input.isVisible());
    });
    afterAll(() => page?.context().close());

    test.each([
      ["install", "guides/common-questions.html#how-do-i-install-it"],
      ["zod version", "guides/schemas.html#zod"],
      ["force a revision", "guides/revisions.html"],
      ["protocol version", "guides/revisions.html"],
      ["2025-06-18 only", "guides/revisions.html"],
      ["setup", "guides/start.html"],
      ["crash", "guides/start.html#effects-of-a-restart"],
      ["server crash", "guides/stdio.html"],
      ["claude desktop", "guides/hosts.html#claude-desktop"],
      ["per user", "guides/visibility.html"],
      ["resources from a database", "guides/resources.html"],
      ["missing resource", "guides/resources.html"],
      ["resource does not exist", "guides/resources.html"],
      ["login without a browser", "guides/authorization-client.html"],
      ["not found", "reference/errors.html#not-found"],
      ["list dynamic resources", "guides/resources.html#listing-dynamic"],
      ["oauth terminal", "guides/authorization-client.html#at-a-terminal"],
      ["format of facts", "guides/own-schemas.html#the-format-of-facts"],
      ["desktop client", "guides/hosts.html#desktop-clients"],
      ["publish a server", "guides/publishing.html"],
      ["kill -9", "guides/stdio.html#what-happens-on-kill--9"],
      ["createServer", "reference/api/server.html#createserver"],
      ["unknown-revision", "reference/diagnostics.html"],
    ])("finds an answer to %s", async (words, answer) => {
      await page.locator("#localsearch-input").fill(words);
      const found = page.locator(".VPLocalSearchBox a.result");
      await expect
        .poll(async () => (await hrefs(found)).slice(0, 6).join(" "))
        .toContain(answer);
    });

    test("can be read by everybody", async () => {
      await page.locator("#localsearch-input").fill("tool");
      await page.locator(".VPLocalSearchBox a.result").first().waitFor();
      expect(await accessibilityIssues(page)).toEqual([]);
    });
  });

  describe("the keyboard", () => {
    test("reaches the search on a desktop, and a page by it", async () => {
      const context = await site.open({ viewport: desktop });
      const page = await context.newPage();
      await page.goto(site.url);
      await press(page, "Tab", () => focused(page, "Search"));
      await page.keyboard.press("Enter");
      await page.locator("#localsearch-input").waitFor();
      await page.keyboard.type("zod");
      const found = page.locator(".VPLocalSearchBox a.result");
      await found.first().waitFor();
      const [first = ""] = await hrefs(found);
      await page.keyboard.press("Enter");
      await page.waitForURL((url) => url.href.includes(first));
      await context.close();
    });

    test("reaches the menu on a phone, and a page by it", async () => {
      const context = await site.open({ viewport: phone });
      const page = await context.newPage();
      await page.goto(`${site.url}guides/tools.html`);
      await press(page, "Tab", () => focused(page, "Menu"));
      await page.keyboard.press("Enter");
      const link = page.locator(".VPSidebar a", { hasText: /^Schemas$/ });
      await expect.poll(() => link.isVisible()).toBe(true);
      expect(await accessibilityIssues(page)).toEqual([]);
      await press(page, "Tab", () => focused(page, "Schemas"));
      await page.keyboard.press("Enter");
      await page.waitForURL(/guides\/schemas\.html$/);
      await context.close();
    });

    test("goes past the navigation, to the page", async () => {
      const context = await site.open({ viewport: desktop });
      const page = await context.newPage();
      await page.goto(`${site.url}guides/tools.html`);
      await page.keyboard.press("Tab");
      expect(await focused(page, "Skip to content")).toBe(true);
      await context.close();
    });
  });

  test("pages can be read without scripts", async () => {
    const context = await site.open({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${site.url}guides/tools.html`);
    expect(await page.locator("main h1").innerText()).toContain("Tools");
    await context.close();
  });

  test("asks nobody but itself for anything", () => {
    expect(site.elsewhere).toEqual([]);
  });
});

async function hrefs(links: Locator): Promise<string[]> {
  const found = await links.all();
  return Promise.all(
    found.map(async (link) => (await link.getAttribute("href")) ?? ""),
  );
}

/** Whether what has the focus says this, to who sees it or hears it. */
async function focused(page: Page, text: string): Promise<boolean> {
  const focus = page.locator(":focus");
  if ((await focus.count()) === 0) return false;
  const label = await focus.first().getAttribute("aria-label");
  return (label ?? (await focus.first().innerText())).trim() === text;
}

/** Presses a key until something holds; fails when it does not for long. */
async function press(
  page: Page,
  key: string,
  isDone: () => Promise<boolean>,
): Promise<void> {
  for (let times = 0; times < 60; times++) {
    await page.keyboard.press(key);
    if (await isDone()) return;
    await page.waitForTimeout(20);
    if (await isDone()) return;
  }
  throw new Error(`${key} does not lead there`);
}
