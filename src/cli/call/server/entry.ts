import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseEnv } from "node:util";
import { UsageError } from "../../../base/diagnostics/error.ts";
import { isJsonObject } from "../../../base/json-object.ts";
import { unreadableError } from "../../../base/unreadable.ts";
import type { ConfigEntry } from "../config/entries.ts";
import { createExpand, type Variables } from "../config/variables.ts";
import { addressTarget } from "./address.ts";
import type {
  HttpTarget,
  LoginTarget,
  ProgramTarget,
  ServerTarget,
} from "./target.ts";
import { splitWords } from "./words.ts";

type Fields = Readonly<Record<string, unknown>>;
type Expand = (text: string) => Promise<string>;

/** Transports by the names that files have for them. */
const overHttp = ["http", "sse", "streamable-http", "streamablehttp", "remote"];
const overStdio = ["stdio", "local", "command"];

/**
 * The server of an entry, with values in the place of its variables. Throws a
 * UsageError for an entry that names no server that can be spoken to.
 */
export async function entryTarget(
  entry: ConfigEntry,
  cwd: string,
  variables: Variables,
): Promise<ServerTarget> {
  const { fields } = entry;
  const expand = createExpand(entry, variables);
  const url = [fields["url"], fields["serverUrl"], fields["httpUrl"]].find(
    (one) => typeof one === "string",
  );
  const type = textAt(fields, "type") ?? textAt(fields, "transport");
  const known = type?.toLowerCase();
  if (known !== undefined && ![...overHttp, ...overStdio].includes(known))
    throw unfit(entry, `it is spoken to over ${JSON.stringify(type)}`);
  const isProgram =
    known === undefined ? url === undefined : overStdio.includes(known);
  if (isProgram)
    return programTarget(entry, cwd, expand, variables.home.platform);
  if (typeof url !== "string") throw unfit(entry, "it has no url");
  return httpTarget(fields, url, expand);
}

async function programTarget(
  entry: ConfigEntry,
  cwd: string,
  expand: Expand,
  platform: string,
): Promise<ProgramTarget> {
  const { place } = entry;
  // Zed has them one level deeper.
  const deeper = entry.fields["command"];
  const fields = isJsonObject(deeper)
    ? { ...entry.fields, ...deeper, command: deeper["path"] }
    : entry.fields;
  const command = textAt(fields, "command");
  if (command === undefined) throw unfit(entry, "it has no command and no url");
  const list = Array.isArray(fields["args"]) ? fields["args"] : [];
  const args = await eachOf(list.map(String), expand);
  const whole = await expand(command);
  // Some have all of it in one text.
  const [program = whole, ...words] =
    list.length === 0 ? splitWords(whole, platform) : [whole];
  const folder = place.workspace ?? cwd;
  const own = textAt(fields, "cwd");
  const envFile = textAt(fields, "envFile");
  return {
    kind: "program",
    command: program,
    args: [...words, ...args],
    env: {
      ...(envFile === undefined
        ? {}
        : variablesOf(resolve(folder, await expand(envFile)))),
      ...(await recordAt(fields, "env", expand)),
    },
    cwd: own === undefined ? folder : resolve(folder, await expand(own)),
  };
}

function variablesOf(file: string): Record<string, string> {
  try {
    const parsed = parseEnv(readFileSync(file, "utf8"));
    return Object.fromEntries(
      Object.entries(parsed).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value]],
      ),
    );
  } catch (cause) {
    throw unreadableError(file, cause);
  }
}

async function httpTarget(
  fields: Fields,
  url: string,
  expand: Expand,
): Promise<HttpTarget> {
  const target = addressTarget(await expand(url));
  const headers = await recordAt(fields, "headers", expand);
  return {
    ...target,
    headers: { ...target.headers, ...headers },
    login: await loginOf(fields, expand),
  };
}

/** What Claude Code has as `oauth`, and Cursor as `auth`. */
async function loginOf(fields: Fields, expand: Expand): Promise<LoginTarget> {
  const given = [fields["oauth"], fields["auth"]].find(isJsonObject);
  if (given === undefined) return {};
  const text = async (...names: string[]): Promise<string | undefined> => {
    const found = names.map((name) => textAt(given, name)).find(Boolean);
    return found === undefined ? undefined : expand(found);
  };
  const clientId = await text("clientId", "CLIENT_ID");
  const clientSecret = await text("clientSecret", "CLIENT_SECRET");
  const { scopes, callbackPort: port } = given;
  return {
    ...(clientId !== undefined && { clientId }),
    ...(clientSecret !== undefined && { clientSecret }),
    ...(Array.isArray(scopes) && { scopes: scopes.map(String) }),
    ...(typeof port === "number" && { port }),
  };
}

async function recordAt(
  fields: Fields,
  name: string,
  expand: Expand,
): Promise<Record<string, string>> {
  const record = fields[name];
  if (!isJsonObject(record)) return {};
  const given = Object.entries(record).filter(([, value]) => value !== null);
  const values = await eachOf(
    given.map(([, value]) => String(value)),
    expand,
  );
  return Object.fromEntries(
    given.map(([key], index) => [key, values[index] ?? ""]),
  );
}

/** One after the other: each may ask a person. */
async function eachOf(
  texts: readonly string[],
  expand: Expand,
): Promise<string[]> {
  const values: string[] = [];
  for (const text of texts) values.push(await expand(text));
  return values;
}

function textAt(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}

function unfit({ name, place }: ConfigEntry, reason: string): UsageError {
  return new UsageError(
    "unknown-server",
    `${name} of ${place.file} cannot be called: ${reason}`,
  );
}
