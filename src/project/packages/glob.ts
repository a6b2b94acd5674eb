/** Whether a path, from the folder of a tsconfig.json, is meant by one of its patterns. */
export function isMeant(path: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => expression(pattern).test(path));
}

/** `src` is all that is in there; `**` is any folders, and `*` and `?` are of one name. */
function expression(pattern: string): RegExp {
  const clean = pattern.replace(/^\.\//, "").replace(/\/$/, "");
  const last = clean.split("/").at(-1) ?? "";
  const isFolder = !/[*?]/.test(last) && !/\.[cm]?[jt]sx?$/.test(last);
  const whole = isFolder ? (clean === "." ? "**/*" : `${clean}/**/*`) : clean;
  const source = whole
    .split("/")
    .map((segment, index, all) => {
      const isLast = index === all.length - 1;
      if (segment === "**") return isLast ? ".*" : "(?:[^/]+/)*";
      const name = segment
        .replaceAll(/[.+^${}()|[\]\\]/g, "\\$&")
        .replaceAll("*", "[^/]*")
        .replaceAll("?", "[^/]");
      return isLast ? name : `${name}/`;
    })
    .join("");
  return new RegExp(`^${source}$`);
}
