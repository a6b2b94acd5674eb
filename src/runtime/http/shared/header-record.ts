/**
 * Headers as an object, names in lower case. Not every project's `lib` lets one
 * walk over `Headers`, which `DOM` has, and `DOM.Iterable` makes iterable.
 */
export function headerRecord(headers: Headers): Record<string, string> {
  const record: Record<string, string> = {};
  headers.forEach((value, name) => {
    record[name] = value;
  });
  return record;
}
