import { InputError } from "../../../base/diagnostics/error.ts";
import { isInner } from "../layout.ts";
import { remember, remembered } from "../remembered.ts";
import type { ApiAnswer, ApiRequest } from "./client.ts";
import type { Host } from "./host.ts";
import {
  fieldsOf,
  isFullId,
  isObjectId,
  parseAnswer,
  unusable,
} from "./json.ts";
import { noRepository } from "./refusal.ts";

const maxBytes = 2 * 1024 * 1024;

/**
 * The newest commit that changed a file, or what is in a folder: others say nothing new of
 * it. The newest of all where none is named; undefined where there is none.
 */
export async function newestCommit(
  host: Host,
  within?: string,
): Promise<string | undefined> {
  const path = within === undefined ? {} : { path: within };
  const request = {
    path: "/commits",
    query: { ...path, per_page: "1" },
    accept: "application/vnd.github+json",
    maxBytes,
  };
  const sha = await askForCommit(host, request, (answer) =>
    newestOf(host, answer),
  );
  return sha === "" ? undefined : sha;
}

/** The id of the first of the commits that are listed; nothing where there are none. */
function newestOf({ place }: Host, { status, body }: ApiAnswer): string {
  if (status === 404) throw noRepository(place);
  // It has no commit yet.
  if (status === 409) return "";
  const what = `the commits of ${place.name}`;
  const list = parseAnswer(what, body);
  if (!Array.isArray(list)) throw unusable(what, "the answer is no list");
  if (list.length === 0) return "";
  const { sha } = fieldsOf(list[0]);
  if (isObjectId(sha)) return sha;
  throw unusable(what, "the first of them has no id");
}

/** The full id of the commit that a branch, a tag or the start of an id means. */
export async function commitAt(host: Host, at: string): Promise<string> {
  if (isFullId(at)) return at;
  const { name } = host.place;
  const unknown = `${name} has no commit, branch or tag ${JSON.stringify(at)}`;
  if (!isInner(at)) throw new InputError("not-published", unknown);
  const path = `/commits/${at.split("/").map(encodeURIComponent).join("/")}`;
  const request = { path, accept: "application/vnd.github.sha", maxBytes };
  return askForCommit(host, request, ({ status, body }) => {
    if (status !== 200) throw new InputError("not-published", unknown);
    const what = `the commit ${at} of ${name}`;
    const text = Buffer.from(body).toString().trim();
    // A host that does not know the short form answers with the commit in full.
    const sha = isFullId(text)
      ? text
      : fieldsOf(parseAnswer(what, body))["sha"];
    if (isObjectId(sha)) return sha;
    throw unusable(what, "the answer has no id");
  });
}

/** Asks whether the commit is still the one that is known. */
async function askForCommit(
  { place, api, cache }: Host,
  request: ApiRequest,
  read: (answer: ApiAnswer) => string,
): Promise<string> {
  const query = new URLSearchParams(request.query).toString();
  const key = `${place.url.href}${request.path}?${query}`;
  const known = remembered(cache, key);
  const sha = known?.value.toString() ?? "";
  const isUsable = known !== undefined && (sha === "" || isFullId(sha));
  const etag = isUsable ? known.etag : undefined;
  const answer = await api({ ...request, known: etag });
  if (answer.status === 304) return sha;
  const commit = read(answer);
  if (answer.status === 200) remember(cache, key, answer.etag, commit);
  return commit;
}
