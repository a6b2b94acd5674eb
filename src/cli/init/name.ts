/** What is wrong with a name, if anything. */
export function nameProblem(name: string): string | undefined {
  const valid = validName(name);
  if (valid === name && name !== "") return undefined;
  const instead = valid === "" ? "" : `, such as ${valid}`;
  return `A name has small letters, digits, dots and dashes${instead}.`;
}

/** What is left of a name when it has to be a package's. */
export function validName(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, "-")
    .replaceAll(/^[._-]+|-+$/g, "")
    .slice(0, 100);
}
