/** The name of an extension's folder, file and member: the last segment of its identifier. */
export function extensionName(identifier: string): string {
  return identifier.slice(identifier.lastIndexOf("/") + 1);
}
