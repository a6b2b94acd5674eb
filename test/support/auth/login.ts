import type { Login } from "../../../src/runtime/auth/client/login.ts";

export interface FollowedLogin extends Login {
  /** Where people were sent, oldest first. */
  readonly visits: readonly URL[];
  /** Attempts that have not been let go of. */
  readonly open: number;
}

export interface FollowOptions {
  /** Where people come back to; nobody listens there. */
  readonly redirectUri?: string;
  /** What happens between: changes the URL that a person comes back to, or waits. */
  readonly onReturn?: (callback: URL, asked: URL) => URL | Promise<URL>;
}

/** Goes through a login by itself, from redirect to redirect, until it is back. */
export function followLogin({
  redirectUri = "http://127.0.0.1:33418/callback",
  onReturn = (callback) => callback,
}: FollowOptions = {}): FollowedLogin {
  const visits: URL[] = [];
  let open = 0;
  return {
    visits,
    get open() {
      return open;
    },
    start() {
      open++;
      return Promise.resolve({
        redirectUri,
        async visit(url: URL) {
          visits.push(url);
          return onReturn(await follow(url, redirectUri), url);
        },
        end: () => void open--,
      });
    },
  };
}

/** Follows redirects to the one that leads back. Throws for a page that leads nowhere. */
export async function follow(url: URL, redirectUri: string): Promise<URL> {
  let at = url;
  for (let steps = 0; steps < 10; steps++) {
    const response = await fetch(at, { redirect: "manual" });
    const location = response.headers.get("location");
    if (location === null) {
      const text = (await response.text()).slice(0, 200);
      throw new Error(`no redirect: ${response.status} ${text}`);
    }
    at = new URL(location, at);
    if (at.href.startsWith(redirectUri)) return at;
  }
  throw new Error("the redirects lead nowhere");
}
