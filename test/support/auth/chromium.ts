import { spawn, spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { onTestFinished } from "vitest";

/** A page that has loaded in a real browser. */
export interface LoadedPage {
  readonly url: string;
  readonly title: string;
  /** What a person reads. */
  readonly text: string;
  /** Whether there is a form to fill in. */
  readonly hasForm: boolean;
}

export interface Chromium {
  /**
   * Opens a URL as a person does, who fills in each form that they meet; resolves
   * with the first page that has none. Rejects when the browser ends before.
   */
  visit(
    url: string,
    answers: Readonly<Record<string, string>>,
  ): Promise<LoadedPage[]>;
}

const names = ["chromium", "chromium-browser", "google-chrome"];

/** The name of the browser on this machine, if there is one. */
export function chromiumName(): string | undefined {
  return names.find(
    (name) => spawnSync(name, ["--version"], { stdio: "ignore" }).status === 0,
  );
}

/** Starts a headless Chromium with a profile of its own; it ends with the test. */
export async function startChromium(name: string): Promise<Chromium> {
  const profile = await mkdtemp(join(tmpdir(), "chromium-"));
  const program = spawn(
    name,
    [
      "--headless=new",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-dev-shm-usage",
      "--no-first-run",
      "--remote-debugging-pipe",
      `--user-data-dir=${profile}`,
    ],
    { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] },
  );
  const ended = new Promise<never>((_, reject) => {
    program.on("error", reject);
    program.on("exit", () => reject(new Error("the browser ended")));
  });
  // Who waits for an answer hears of it.
  ended.catch(() => undefined);
  onTestFinished(async () => {
    const isOver = ended.catch(() => undefined);
    program.kill("SIGKILL");
    await isOver;
    await rm(profile, { recursive: true, force: true, maxRetries: 10 });
  });
  // As `stdio` says, these are pipes.
  const devtools = speak(
    program.stdio[3] as Writable,
    program.stdio[4] as Readable,
  );
  return {
    visit: (url, answers) =>
      Promise.race([visit(devtools, url, answers), ended]),
  };
}

interface DevTools {
  ask(method: string, params?: object, sessionId?: string): Promise<Result>;
  /** Hears of events. */
  onEvent(listener: (method: string, sessionId?: string) => void): void;
}

interface Result {
  readonly targetId?: string;
  readonly sessionId?: string;
  readonly result?: { readonly value?: unknown };
}

/** The DevTools protocol on two pipes: JSON, each message ended by a zero. */
function speak(to: Writable, from: Readable): DevTools {
  const waiting = new Map<number, (result: Result) => void>();
  const listeners: Parameters<DevTools["onEvent"]>[0][] = [];
  let id = 0;
  let rest = "";
  from.setEncoding("utf8");
  from.on("data", (part: string) => {
    const lines = (rest + part).split("\0");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const message = JSON.parse(line) as {
        id?: number;
        method?: string;
        sessionId?: string;
        result?: Result;
      };
      if (message.id !== undefined)
        waiting.get(message.id)?.(message.result ?? {});
      else
        for (const listener of listeners)
          listener(message.method ?? "", message.sessionId);
    }
  });
  return {
    onEvent: (listener) => void listeners.push(listener),
    ask: (method, params = {}, sessionId) =>
      new Promise((resolve) => {
        id++;
        waiting.set(id, resolve);
        to.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
      }),
  };
}

async function visit(
  { ask, onEvent }: DevTools,
  url: string,
  answers: Readonly<Record<string, string>>,
): Promise<LoadedPage[]> {
  const { targetId } = await ask("Target.createTarget", { url: "about:blank" });
  const attached = await ask("Target.attachToTarget", {
    targetId,
    flatten: true,
  });
  const { sessionId } = attached;
  await ask("Page.enable", {}, sessionId);
  const pages: LoadedPage[] = [];
  return new Promise((resolve) => {
    onEvent((method, session) => {
      if (method !== "Page.loadEventFired" || session !== sessionId) return;
      void look();
    });
    async function look(): Promise<void> {
      const expression = `(${lookAndAnswer.toString()})(${JSON.stringify(answers)})`;
      const asked = { expression, returnByValue: true };
      const { result } = await ask("Runtime.evaluate", asked, sessionId);
      // What the function below returns; nothing, while another page comes.
      const page = result?.value as LoadedPage | undefined;
      if (page === undefined || page.url === "about:blank") return;
      pages.push(page);
      if (!page.hasForm) resolve(pages);
    }
    void ask("Page.navigate", { url }, sessionId);
  });
}

interface PageWindow {
  readonly location: { readonly href: string };
  readonly document: {
    readonly title: string;
    readonly body: { readonly innerText: string };
    querySelector(selector: string): PageForm | null;
  };
  setTimeout(work: () => void): void;
}

interface PageForm {
  readonly elements: Iterable<{ readonly name: string; value: string }>;
  requestSubmit(): void;
}

/** Runs in the page: says what is there, and sends its form with the answers. */
function lookAndAnswer(answers: Readonly<Record<string, string>>): LoadedPage {
  const page = globalThis as unknown as PageWindow;
  const form = page.document.querySelector("form");
  for (const field of form?.elements ?? []) {
    const answer = answers[field.name];
    if (answer !== undefined) field.value = answer;
  }
  // Later: first it is told what was here.
  if (form !== null) page.setTimeout(() => form.requestSubmit());
  return {
    url: page.location.href,
    title: page.document.title,
    text: page.document.body.innerText,
    hasForm: form !== null,
  };
}
