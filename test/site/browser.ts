import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import axe from "axe-core";
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from "playwright-core";
// @ts-expect-error: a script of the build, which has no declarations.
import { serveSite } from "../../templates/build/site/serve.js";

const root = join(import.meta.dirname, "../..");

/** The site, built and served on this machine, and a browser that sees nothing else. */
export interface OpenSite {
  readonly url: string;
  /** What the build says: with links that lead nowhere it fails. */
  readonly built: { readonly status: number | null; readonly stderr: string };
  /** Where else than to the site its pages have sent requests. */
  readonly elsewhere: readonly string[];
  open(options?: BrowserContextOptions): Promise<BrowserContext>;
  close(): Promise<void>;
}

/** Builds the site, and opens a browser of this name. */
export async function openSite(name: string): Promise<OpenSite> {
  const folder = mkdtempSync(join(tmpdir(), "site-"));
  const script = join(root, "templates/build/site/index.js");
  const built = spawnSync(process.execPath, [script, "--out", folder], {
    encoding: "utf8",
  });
  if (!existsSync(join(folder, "index.html"))) throw new Error(built.stderr);
  const served = (await serveSite(folder)) as {
    readonly url: string;
    close(): Promise<void>;
  };
  const browser = await launch(name);
  const elsewhere: string[] = [];
  return {
    url: served.url,
    built,
    elsewhere,
    async open(options = {}) {
      const context = await browser.newContext(options);
      // The network is cut: of all hosts, the one of the site alone is there.
      await context.route("**/*", (route) => {
        const url = route.request().url();
        if (url.startsWith(served.url) || /^(?:data|blob):/.test(url))
          return route.continue();
        elsewhere.push(url);
        return route.abort();
      });
      return context;
    },
    async close() {
      await browser.close();
      await served.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function launch(name: string): Promise<Browser> {
  const found = spawnSync("which", [name], { encoding: "utf8" });
  return chromium.launch({
    executablePath: found.stdout.trim(),
    args: ["--no-sandbox", "--disable-dev-shm-usage"],
  });
}

const standards = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** What WCAG 2 (A and AA) finds wrong with a page, each with an element that it is of. */
export async function accessibilityIssues(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async (runOnly) => {
    const { axe: judge } = globalThis as unknown as AxeWindow;
    const { violations } = await judge.run({
      runOnly,
      resultTypes: ["violations"],
    });
    return violations.map(
      ({ id, help, nodes }) => `${id}: ${help}: ${nodes[0]?.html}`,
    );
  }, standards);
}

interface AxeWindow {
  readonly axe: {
    run(options: object): Promise<{
      readonly violations: readonly {
        readonly id: string;
        readonly help: string;
        readonly nodes: readonly { readonly html: string }[];
      }[];
    }>;
  };
}

interface PageWindow {
  readonly document: {
    readonly documentElement: {
      readonly scrollWidth: number;
      readonly clientWidth: number;
    };
    readonly activeElement: { readonly innerText: string } | null;
  };
}

/** How much of a page lies beside its window. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { document } = globalThis as unknown as PageWindow;
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
}
