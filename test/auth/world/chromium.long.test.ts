import { expect, test } from "vitest";
import { chromiumName, startChromium } from "../../support/auth/chromium.ts";
import { startScripted } from "../../support/auth/index.ts";

const name = chromiumName();

test.skipIf(name === undefined)(
  "a real browser fills forms in (Chromium)",
  async () => {
    const server = await startScripted(({ url, form, method }) =>
      url.pathname === "/form"
        ? {
            headers: { "content-type": "text/html" },
            body: `<form action="/sent" method="post"><input name="login"><button>Go</button></form>`,
          }
        : {
            body: `<title>done</title><p>${method} ${form.get("login")}`,
            headers: { "content-type": "text/html" },
          },
    );
    const browser = await startChromium(name ?? "");
    const pages = await browser.visit(`${server.origin}/form`, {
      login: "ada",
    });
    expect(pages.map(({ hasForm }) => hasForm)).toEqual([true, false]);
    expect(pages.at(-1)?.text).toBe("POST ada");
  },
);
