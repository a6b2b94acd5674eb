/** The official Inspector, with the major version whose options these are. */
export const inspectorPackage = "@modelcontextprotocol/inspector@2";

/** The words that open the Inspector on what `dev` runs on standard input and output. */
export function inspectStdio(
  program: readonly string[],
  devArgs: readonly string[],
): string[] {
  const [command = "", ...args] = program;
  // Behind the dashes, what looks like an option belongs to the server.
  return ["npx", "--yes", inspectorPackage, command, ...args, "--", ...devArgs];
}

/** The words that open the Inspector on a server at an address. */
export function inspectUrl(url: string): string[] {
  return [
    ...["npx", "--yes", inspectorPackage],
    ...["--server-url", url, "--transport", "http"],
  ];
}

/**
 * The address that a server prints when it listens, on this machine; where that has no
 * path, it is the one that most servers have.
 */
export function addressIn(text: string): string | undefined {
  const found =
    /https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?(?:\/[\w./~-]*)?/.exec(
      text,
    );
  if (!found) return undefined;
  const { href, pathname } = new URL(found[0]);
  return pathname === "/" ? `${href}mcp` : href;
}
