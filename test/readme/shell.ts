/**
 * The commands of a script, each as its words: what pipes, `&&` and `;` part, without
 * comments and without the files that it reads from or writes to. Of a shell's own
 * words (`if`, `$(…)`) nothing is known here: they stay as they are.
 */
export function commandsOf(script: string): string[][] {
  const commands: string[][] = [[]];
  let words: string[] = [];
  let isTarget = false;
  const take = (word: string): void => {
    if (!isTarget) words.push(word);
    isTarget = false;
  };
  const end = (): void => {
    commands.push(words);
    words = [];
  };
  let rest = script.replaceAll(/\\\n\s*/g, " ");
  for (;;) {
    rest = rest.replace(/^[ \t]+/, "");
    if (rest === "") break;
    const [skipped] = /^#[^\n]*/.exec(rest) ?? [];
    const [operator] = /^(?:\n|\|\|?|&&?|;)/.exec(rest) ?? [];
    const [redirection] = /^\d?(?:>>?|<)(?:&\d)?/.exec(rest) ?? [];
    if (operator !== undefined) end();
    if (redirection !== undefined) isTarget = !redirection.includes("&");
    const other = skipped ?? operator ?? redirection;
    const [word = ""] =
      other === undefined
        ? (/^(?:"(?:[^"\\]|\\[^])*"|'[^']*'|\\[^]|[^\s"'\\|&;<>])+/.exec(
            rest,
          ) ?? [])
        : [];
    if (other === undefined && word === "")
      throw new Error(`no shell reads this: ${rest.split("\n")[0]}`);
    if (other === undefined) take(unquoted(word));
    rest = rest.slice((other ?? word).length);
  }
  end();
  return commands.filter((command) => command.length > 0);
}

function unquoted(word: string): string {
  return word.replaceAll(
    /"((?:[^"\\]|\\[^])*)"|'([^']*)'|\\([^])/g,
    (_, double?: string, single?: string, escaped?: string) =>
      double?.replaceAll(/\\(["\\$`])/g, "$1") ?? single ?? escaped ?? "",
  );
}

/** What follows `mcp-gen` in a command, if it runs that: by its name, by npx, or as built. */
export function argumentsOfMcpGen(
  command: readonly string[],
): readonly string[] | undefined {
  const words = command.slice(
    command.findIndex((word) => !/^[A-Z_]+=/.test(word)),
  );
  if (words[0] === "node" && words[1] === "dist/cli.js") return words.slice(2);
  if (words[0] === "npx") {
    let next = 1;
    while (words[next]?.startsWith("-"))
      next += /^(?:-p|--package)$/.test(words[next] ?? "") ? 2 : 1;
    return isMcpGen(words[next]) ? words.slice(next + 1) : undefined;
  }
  return isMcpGen(words[0]) ? words.slice(1) : undefined;
}

function isMcpGen(word: string | undefined): boolean {
  return word !== undefined && /^mcp-gen(?:@[\w.]+)?$/.test(word);
}
