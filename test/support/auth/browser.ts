import type { Login } from "../../../src/runtime/auth/client/login.ts";

/** A program in the place of a person with a browser: keeps cookies, fills forms in. */
export interface Browser {
  /** The forms that were sent, by the names of their buttons' work: "login", "consent". */
  readonly sent: readonly string[];
  /** Goes to a URL and on, until it is at one that begins with `wanted`. */
  visit(url: URL, wanted: string): Promise<URL>;
}

const answers: Readonly<Record<string, string>> = {
  login: "ada",
  password: "lovelace",
};

export interface BrowserOptions {
  /** Does not consent, but follows the link that cancels. */
  readonly refuses?: boolean;
  /** Hears of each page, before its form is sent. */
  readonly onPage?: (prompt: string) => void | Promise<void>;
}

export function createBrowser({
  refuses = false,
  onPage,
}: BrowserOptions = {}): Browser {
  const cookies = new Map<string, string>();
  const sent: string[] = [];

  async function open(url: URL, body?: URLSearchParams): Promise<Response> {
    const cookie = [...cookies].map((pair) => pair.join("=")).join("; ");
    const response = await fetch(url, {
      redirect: "manual",
      headers: { cookie },
      ...(body && { method: "POST", body }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const [name = "", ...value] = pair.split("=");
      cookies.set(name, value.join("="));
    }
    return response;
  }

  return {
    sent,
    async visit(url, wanted) {
      let at = url;
      let response = await open(at);
      for (let steps = 0; steps < 20; steps++) {
        const location = response.headers.get("location");
        if (location !== null) {
          at = new URL(location, at);
          if (at.href.startsWith(wanted)) return at;
          response = await open(at);
          continue;
        }
        const page = await response.text();
        const form = formOf(page);
        if (form === undefined)
          throw new Error(`${response.status}: ${textOf(page)}`);
        const prompt = form.fields.get("prompt") ?? "";
        await onPage?.(prompt);
        if (refuses && form.cancel !== undefined) {
          at = new URL(form.cancel, at);
          response = await open(at);
          continue;
        }
        sent.push(prompt);
        at = new URL(form.action, at);
        response = await open(at, form.fields);
      }
      throw new Error("it leads nowhere");
    },
  };
}

interface Form {
  readonly action: string;
  readonly fields: URLSearchParams;
  readonly cancel: string | undefined;
}

/** Reads the one form of a page, filled in. */
function formOf(page: string): Form | undefined {
  const action = /<form[^>]*action="([^"]*)"/.exec(page)?.[1];
  if (action === undefined) return undefined;
  const fields = new URLSearchParams();
  for (const [input] of page.matchAll(/<input[^>]*>/g)) {
    const name = /name="([^"]*)"/.exec(input)?.[1] ?? "";
    const value = /value="([^"]*)"/.exec(input)?.[1];
    fields.set(name, answers[name] ?? value ?? "");
  }
  const cancel = /href="([^"]*abort[^"]*)"/.exec(page)?.[1];
  return { action, fields, cancel };
}

function textOf(page: string): string {
  return page.replace(/<style[\s\S]*?<\/style>|<[^>]+>/g, " ").slice(0, 400);
}

export interface BrowserLogin extends Login {
  readonly browser: Browser;
  /** Where people were sent, oldest first. */
  readonly visits: readonly URL[];
}

/** A login by a person with one browser, whose cookies stay. */
export function browserLogin(options: BrowserOptions = {}): BrowserLogin {
  const redirectUri = "http://127.0.0.1:33418/callback";
  const browser = createBrowser(options);
  const visits: URL[] = [];
  return {
    browser,
    visits,
    start: () =>
      Promise.resolve({
        redirectUri,
        visit(url: URL) {
          visits.push(url);
          return browser.visit(url, redirectUri);
        },
        end: () => undefined,
      }),
  };
}
