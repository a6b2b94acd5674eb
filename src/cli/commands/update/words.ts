import type { News, NewsKind } from "../../../project/update/index.ts";

/** What has become of something, in a few words. */
export const turns: Readonly<Record<NewsKind, string>> = {
  changed: "changed",
  edited: "was edited after its release",
  new: "is new, and not asked for",
  gone: "is no longer published",
  taken: "is taken",
  dropped: "is no longer asked for",
};

/** `1efb4d76832a → 8e9af66d246f at 0123456789ab, in owner/repo`: what it was and is, and where. */
export function statesOf({ from, to, source }: News): string {
  const digests = [from, to].flatMap((one) => one?.sha256.slice(0, 12) ?? []);
  const { commit } = to ?? from ?? {};
  const at = commit === undefined ? "" : ` at ${commit.slice(0, 12)}`;
  const where = source === undefined ? "" : `, in ${source}`;
  return `${digests.join(" → ")}${at}${where}`;
}

/** What news are about: of an extension, with the label of its own schema. */
export function subjectOf({ id, revision }: News): string {
  return revision === undefined ? id : `${id} (${revision})`;
}

/** Whether it has been taken, or has to be decided on. */
export function isRefused({ kind, accepted }: News): boolean {
  return kind === "edited" && accepted !== true;
}

/** All news in a line, for the title of a pull request: `draft changed; 2027-03-30 is new`. */
export function titleOf(news: readonly News[]): string {
  const kinds = [...new Set(news.map(({ kind }) => kind))];
  const parts = kinds.map((kind) => {
    const ids = news.filter((one) => one.kind === kind).map(({ id }) => id);
    const shown = ids.length > 3 ? [...ids.slice(0, 3), "…"] : ids;
    return `${shown.join(", ")} ${titles[kind]}`;
  });
  return parts.length === 0
    ? "Generate the protocol's code anew"
    : `Update the protocol: ${parts.join("; ")}`;
}

const titles: Readonly<Record<NewsKind, string>> = {
  changed: "changed",
  edited: "edited",
  new: "released",
  gone: "gone",
  taken: "taken",
  dropped: "dropped",
};
