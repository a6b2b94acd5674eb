/** How much a value takes as JSON, about, in characters; it may nest as deep as it likes. */
export function sizeOf(value: unknown): number {
  const open: unknown[] = [value];
  let size = 0;
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    size += typeof one === "string" ? one.length + 2 : 8;
    if (typeof one !== "object" || one === null) continue;
    for (const [key, inner] of Object.entries(one)) {
      size += key.length;
      open.push(inner);
    }
  }
  return size;
}
