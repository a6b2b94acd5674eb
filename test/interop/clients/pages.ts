type Page<Key extends string, Item> = {
  readonly [key in Key]: readonly Item[];
} & { readonly nextCursor?: string | undefined };

/** Every item of a list that comes in pages. */
export async function pages<Key extends string, Item>(
  list: (params: { cursor?: string }) => Promise<Page<Key, Item>>,
  key: Key,
): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | undefined;
  do {
    const page = await list(cursor === undefined ? {} : { cursor });
    items.push(...page[key]);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return items;
}
