import { readFileSync } from "node:fs";
import { join } from "node:path";

interface Manifest {
  readonly repository?: string | { readonly url: string };
}

/** Where the repository can be read, if that is known. */
export function repositoryUrl(): string | undefined {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name } = process.env;
  if (server !== undefined && name !== undefined) return `${server}/${name}`;
  const text = readFileSync(
    join(import.meta.dirname, "../../package.json"),
    "utf8",
  );
  // The repository's own.
  const { repository } = JSON.parse(text) as Manifest;
  const url = typeof repository === "string" ? repository : repository?.url;
  return url?.replace(/^git\+/, "").replace(/\.git$/, "");
}
