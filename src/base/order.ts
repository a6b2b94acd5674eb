/** Orders texts by UTF-16 code unit: the same everywhere, whatever the locale. */
export function byCodeUnit(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
