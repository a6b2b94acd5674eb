import { InputError } from "../diagnostics/error.ts";
import { parseAddress } from "./address.ts";

/** The environment: its proxies are used. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What is asked of `fetch`. */
export interface FetchInit {
  readonly headers: Readonly<Record<string, string>>;
  readonly redirect: "manual";
  readonly signal: AbortSignal;
}

/** What is used of its answer. */
export interface FetchAnswer {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body:
    (AsyncIterable<Uint8Array> & { cancel(): Promise<void> }) | null;
}

/** `fetch`, as far as it is used. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchAnswer>;

const made = new Map<string, Promise<Fetch>>();

/**
 * The `fetch` that goes through the proxies that the environment names. Throws an
 * `InputError` where what it names is none.
 */
export function fetchThrough(env: Environment): Promise<Fetch> {
  const http = proxyOf(env, "http_proxy");
  const https = proxyOf(env, "https_proxy");
  const except = env["no_proxy"] ?? env["NO_PROXY"] ?? "";
  // Node's own does not know proxies, and whoever has none need not load another.
  if (http === "" && https === "") return Promise.resolve(fetch as Fetch);
  const key = JSON.stringify([http, https, except]);
  let through = made.get(key);
  if (through === undefined) {
    through = loadProxies(http, https, except);
    made.set(key, through);
  }
  return through;
}

async function loadProxies(
  httpProxy: string,
  httpsProxy: string,
  noProxy: string,
): Promise<Fetch> {
  const undici = await import("undici");
  const dispatcher = new undici.EnvHttpProxyAgent({
    httpProxy,
    // Where only one is named, it is for both.
    httpsProxy: httpsProxy === "" ? httpProxy : httpsProxy,
    noProxy,
    // Many proxies tunnel to the ports of HTTPS alone.
    proxyTunnel: false,
  });
  return (url, init) => undici.fetch(url, { ...init, dispatcher });
}

function proxyOf(env: Environment, name: string): string {
  const upper = name.toUpperCase();
  const variable = env[name] === undefined ? upper : name;
  const value = env[variable]?.trim() ?? "";
  if (value === "") return "";
  // Its password is not to be shown.
  const url = parseAddress(value.includes("://") ? value : `http://${value}`);
  if (url && /^https?:$/.test(url.protocol)) return url.href;
  throw new InputError(
    "invalid-config",
    `${variable} is no address of a proxy`,
    {
      hint: "write http://host:port",
    },
  );
}
