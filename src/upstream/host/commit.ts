import { InputError } from "../../diagnostics/error.ts";
import { schemaFolder } from "../layout.ts";
import type { RepositoryPlace } from "../place.ts";
import type { Api } from "./client.ts";
import {
  fieldsOf,
  isFullId,
  isObjectId,
  parseAnswer,
  unusable,
} from "./json.ts";
import { noRepository } from "./refusal.ts";

const json = "application/vnd.github+json";
const maxBytes = 2 * 1024 * 1024;

/**
 * The newest commit that changed what is in the schema folder: other commits say nothing
 * new. With `anywhere` the newest of all. Undefined where there is none.
 */
export async function newestCommit(
  api: Api,
  place: RepositoryPlace,
  anywhere = false,
): Promise<string | undefined> {
  const path = anywhere ? {} : { path: schemaFolder };
  const query = { ...path, per_page: "1" };
  const answer = await api({ path: "/commits", query, accept: json, maxBytes });
  if (answer.status === 404) throw noRepository(place);
  // It has no commit yet.
  if (answer.status === 409) return undefined;
  const what = `the commits of ${place.name}`;
  const list = parseAnswer(what, answer.body);
  if (!Array.isArray(list)) throw unusable(what, "the answer is no list");
  if (list.length === 0) return undefined;
  const { sha } = fieldsOf(list[0]);
  if (isObjectId(sha)) return sha;
  throw unusable(what, "the first of them has no id");
}

/** The full id of the commit that a branch, a tag or the start of an id means. */
export async function commitAt(
  api: Api,
  place: RepositoryPlace,
  at: string,
): Promise<string> {
  if (isFullId(at)) return at;
  const path = `/commits/${at.split("/").map(encodeURIComponent).join("/")}`;
  const accept = "application/vnd.github.sha";
  const answer = await api({ path, accept, maxBytes });
  if (answer.status !== 200)
    throw new InputError(
      "not-published",
      `${place.name} has no commit, branch or tag ${JSON.stringify(at)}`,
    );
  const text = Buffer.from(answer.body).toString().trim();
  const sha = isFullId(text)
    ? text
    : fieldsOf(parseAnswer(`the commit ${at}`, answer.body))["sha"];
  if (isObjectId(sha)) return sha;
  throw unusable(`the commit ${at} of ${place.name}`, "the answer has no id");
}
