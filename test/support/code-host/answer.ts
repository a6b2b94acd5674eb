import { blobId } from "../../../src/project/upstream/blob-id.ts";
import type { Answer, Endpoint } from "./faults.ts";
import { treeOf, type Commit, type Repository } from "./repository.ts";

/** A request, as far as the stand-in looks at it. */
export interface Asked {
  /** The path below the repository, decoded, such as `/commits`. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly accept: string;
}

/** Which endpoint a path below a repository is. */
export function endpointOf(path: string): Endpoint {
  if (/^\/commits(\/|$)/.test(path)) return "commits";
  if (path.startsWith("/git/trees/")) return "tree";
  if (path.startsWith("/contents")) return "contents";
  return path.startsWith("/git/blobs/") ? "blob" : "other";
}

/** What the API answers about a repository. */
export function answerOf(repository: Repository, asked: Asked): Answer {
  switch (endpointOf(asked.path)) {
    case "commits":
      return commits(repository, asked);
    case "tree":
      return tree(repository, asked);
    case "contents":
      return contents(repository, asked);
    case "blob":
      return blob(repository, asked);
    default:
      return notFound();
  }
}

/** An answer of JSON. */
export function json(status: number, value: unknown): Answer {
  const headers = { "content-type": "application/json; charset=utf-8" };
  return { status, headers, body: Buffer.from(JSON.stringify(value)) };
}

/** What the API says of what is not there, or is hidden. */
export function notFound(): Answer {
  return json(404, { message: "Not Found", status: "404" });
}

function commits(
  repository: Repository,
  { path, query, accept }: Asked,
): Answer {
  const newest = repository.commits.toReversed();
  if (path.startsWith("/commits/")) {
    const commit = find(repository, path.slice("/commits/".length));
    if (!commit) return json(422, { message: "No commit found for the ref" });
    return /\bsha\b/.test(accept)
      ? raw(
          Buffer.from(commit.sha),
          "application/vnd.github.sha; charset=utf-8",
        )
      : json(200, describe(commit));
  }
  if (newest.length === 0)
    return json(409, { message: "Git Repository is empty." });
  const within = query.get("path") ?? "";
  const listed = newest.filter(({ changed }) =>
    changed.some(
      (name) => within === "" || `${name}/`.startsWith(`${within}/`),
    ),
  );
  const count = Number(query.get("per_page") ?? "30");
  return json(200, listed.slice(0, count).map(describe));
}

function describe({ sha, message, files }: Commit): unknown {
  const tree = { sha: treeOf(files).sha };
  return { sha, commit: { message, tree }, parents: [] };
}

/** The commit by its id, the start of it, or the name of the one branch. */
function find({ commits }: Repository, ref: string): Commit | undefined {
  if (["HEAD", "main", "heads/main", ""].includes(ref)) return commits.at(-1);
  return ref.length >= 7
    ? commits.find(({ sha }) => sha.startsWith(ref))
    : undefined;
}

function tree(repository: Repository, { path, query }: Asked): Answer {
  const ref = path.slice("/git/trees/".length);
  const found = treeBy(repository, ref, query.has("recursive"));
  return found
    ? json(200, { sha: found.sha, tree: found.entries, truncated: false })
    : notFound();
}

/** The tree of a commit, or the one with this id in the newest commit. */
function treeBy(
  repository: Repository,
  ref: string,
  deep: boolean,
): ReturnType<typeof treeOf> | undefined {
  const commit = find(repository, ref);
  if (commit) return treeOf(commit.files, "", deep);
  for (const { files } of repository.commits.toReversed()) {
    const folder = treeOf(files, "", true).entries.find(
      ({ type, sha }) => type === "tree" && sha === ref,
    );
    if (folder) return treeOf(files, folder.path, deep);
  }
  return undefined;
}

function contents(repository: Repository, asked: Asked): Answer {
  const commit = find(repository, asked.query.get("ref") ?? "");
  const path = asked.path.slice("/contents/".length);
  const bytes = commit?.files.get(path);
  return bytes ? file(bytes, asked.accept, { path, type: "file" }) : notFound();
}

function blob(repository: Repository, { path, accept }: Asked): Answer {
  const id = path.slice("/git/blobs/".length);
  const files = repository.commits.flatMap(({ files }) => [...files.values()]);
  const bytes = files.find((file) => blobId(file) === id);
  return bytes ? file(bytes, accept, {}) : notFound();
}

function file(bytes: Uint8Array, accept: string, about: object): Answer {
  if (/\braw\b/.test(accept))
    return raw(bytes, "application/vnd.github.raw+json; charset=utf-8");
  const lines =
    Buffer.from(bytes)
      .toString("base64")
      .match(/.{1,60}/g) ?? [];
  return json(200, {
    ...about,
    sha: blobId(bytes),
    size: bytes.byteLength,
    encoding: "base64",
    content: lines.map((line) => `${line}\n`).join(""),
  });
}

function raw(body: Uint8Array, type: string): Answer {
  return { status: 200, headers: { "content-type": type }, body };
}
