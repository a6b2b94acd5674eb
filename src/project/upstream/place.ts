import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { InputError } from "../../base/diagnostics/error.ts";
import {
  isAddress,
  isLoopback,
  parseAddress,
} from "../../base/fetch/address.ts";
import { schemaAddress } from "../../revisions/fetch.ts";
import type { UpstreamOptions } from "./upstream.ts";

/** What `--from` can name. */
export type Place =
  | { kind: "folder"; name: string }
  /** A folder of files behind an address. */
  | { kind: "files"; name: string; url: URL }
  | RepositoryPlace;

/** A repository on a code host. */
export interface RepositoryPlace {
  readonly kind: "repository";
  readonly name: string;
  /** The address of the repository in the API, without a slash at its end. */
  readonly url: URL;
  /** Goes to the API's own origin alone. */
  readonly token?: Token;
  /** Why the token of the environment does not go there, for who expects it to. */
  readonly withheld?: string;
  /** Where a person sees it. */
  readonly page?: string;
  /** A folder of the same name, for who meant that. */
  readonly folder?: string;
}

/** What tells the code host who asks. */
export interface Token {
  /** The variable that has it. */
  readonly variable: string;
  readonly value: string;
}

type Env = UpstreamOptions["env"];

const repositoryName = /^[A-Za-z0-9][A-Za-z0-9_-]*\/[A-Za-z0-9._-]+$/;
const defaultApi = "https://api.github.com";
const defaultServer = "https://github.com";

/** What `from` names. Throws an `InputError`. */
export function placeOf(
  from: string,
  { env, cwd }: Pick<UpstreamOptions, "env" | "cwd">,
): Place {
  if (/^file:\/\//i.test(from)) return { kind: "folder", name: pathOf(from) };
  if (isAddress(from)) return addressPlace(from, env);
  if (!repositoryName.test(from) || /\/\.{1,2}$/.test(from))
    return { kind: "folder", name: from };
  const place = repositoryOf(from, env);
  return existsSync(resolve(cwd, from)) ? { ...place, folder: from } : place;
}

function pathOf(address: string): string {
  try {
    return fileURLToPath(address);
  } catch (cause) {
    throw new InputError(
      "unreadable",
      `Cannot read ${address}: it is no path`,
      { cause },
    );
  }
}

function addressPlace(from: string, env: Env): Place {
  const url = schemaAddress(from);
  if (url.search !== "" || url.hash !== "")
    throw new InputError(
      "fetch-failed",
      `Cannot look for schemas at ${url.origin}${url.pathname}: a folder's address has no query`,
      {
        hint: "the address of a revision is made of it, by adding /<revision>/schema.ts",
      },
    );
  url.pathname = url.pathname.replace(/\/+$/, "");
  const name = `${url.origin}${url.pathname === "/" ? "" : url.pathname}`;
  const named = repositoryOnServer(url, env);
  if (named !== undefined) return repositoryOf(named, env);
  if (/\/repos\/[^/]+\/[^/]+$/.test(url.pathname))
    return { kind: "repository", name, url, ...tokenFor(url, env) };
  return { kind: "files", name, url };
}

/** The `owner/repo` of an address of the code host's pages. */
function repositoryOnServer(url: URL, env: Env): string | undefined {
  const servers = [defaultServer, env["GITHUB_SERVER_URL"]].map(
    (server) => parseAddress(server ?? "")?.host,
  );
  if (!servers.includes(url.host.replace(/^www\./, ""))) return undefined;
  const name = url.pathname.slice(1).replace(/\.git$/, "");
  if (repositoryName.test(name)) return name;
  throw new InputError(
    "fetch-failed",
    `Cannot look for schemas at ${url.origin}${url.pathname}: it is no repository`,
    {
      hint: "write owner/repo",
    },
  );
}

function repositoryOf(name: string, env: Env): RepositoryPlace {
  const api = apiOf(env);
  const url = new URL(`${api.href.replace(/\/+$/, "")}/repos/${name}`);
  const page = pageOf(name, api, env);
  return {
    kind: "repository",
    name,
    url,
    ...tokenFor(url, env),
    ...(page !== undefined && { page }),
  };
}

function apiOf(env: Env): URL {
  const value = env["GITHUB_API_URL"]?.trim() || defaultApi;
  const url = parseAddress(value);
  const isPlain =
    url &&
    /^https?:$/.test(url.protocol) &&
    url.username === "" &&
    url.password === "" &&
    url.search === "";
  if (isPlain) return url;
  throw new InputError(
    "invalid-config",
    "GITHUB_API_URL is no address of an API",
    {
      hint: `write ${defaultApi}, or that of your own code host`,
    },
  );
}

function pageOf(name: string, api: URL, env: Env): string | undefined {
  const server =
    env["GITHUB_SERVER_URL"] ??
    (api.origin === defaultApi ? defaultServer : undefined);
  const url = parseAddress(server ?? "");
  return url && `${url.origin}/${name}`;
}

/** The token, for the API that the environment names, and for no other. */
function tokenFor(
  url: URL,
  env: Env,
): Pick<RepositoryPlace, "token" | "withheld"> {
  const token = tokenOf(env);
  if (!token) return {};
  const { origin, protocol } = apiOf(env);
  if (url.origin !== origin)
    return {
      withheld: `${token.variable} goes to ${origin} alone: set GITHUB_API_URL to have it sent elsewhere`,
    };
  // Anyone between could read it.
  if (protocol !== "https:" && !isLoopback(url))
    return { withheld: `${token.variable} is not sent without HTTPS` };
  return { token };
}

// In this order, as the code host's own command line has it.
const tokenVariables = ["GH_TOKEN", "GITHUB_TOKEN"];

function tokenOf(env: Env): Token | undefined {
  for (const variable of tokenVariables) {
    const value = env[variable]?.trim() ?? "";
    if (value === "") continue;
    // What else is sent is refused with a message that shows it.
    if (/^[\x21-\x7e]+$/.test(value)) return { variable, value };
    throw new InputError(
      "invalid-config",
      `${variable} holds what no token has`,
      { hint: "set it anew: a token is letters, digits and signs in one line" },
    );
  }
  return undefined;
}
