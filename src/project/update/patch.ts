/** From one text to another, as a unified diff; loads the diff library. */
export async function unifiedDiff(
  path: string,
  before: Uint8Array,
  after: Uint8Array,
): Promise<string> {
  const { createTwoFilesPatch, FILE_HEADERS_ONLY } = await import("diff");
  const [from, to] = [`a/${path}`, `b/${path}`];
  const [old, now] = [before, after].map((bytes) =>
    Buffer.from(bytes).toString(),
  );
  const patch = createTwoFilesPatch(
    ...([from, to, old ?? "", now ?? "", undefined, undefined] as const),
    // Beyond that it takes seconds, and nobody reads it.
    { headerOptions: FILE_HEADERS_ONLY, maxEditLength: 4000 },
  );
  return patch ?? `--- ${from}\n+++ ${to}\n(too many differences to show)\n`;
}
