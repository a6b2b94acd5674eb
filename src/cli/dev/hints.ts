/** What is printed at the end of a server, and what mends it. */
const hints: readonly [
  pattern: RegExp,
  hint: (found: RegExpExecArray) => string,
][] = [
  [
    /Cannot find (?:module|package) '([^'\n]{1,300})'/,
    ([, name = ""]) => missing(name),
  ],
  [
    /EADDRINUSE.*?(?::(\d{1,5}))?$/m,
    ([, port]) =>
      `another program listens ${port ? `at port ${port}` : "there"}: end it, or let the server choose another port`,
  ],
  [
    /await is only valid in async functions|Top-level await is currently not supported with the "cjs"/,
    () =>
      'a file is CommonJS and awaits at its top level: call serveStdio(server).catch(…) without await, name the file .mts (or .mjs), or say "type": "module" in package.json',
  ],
  [
    /Cannot use import statement outside a module|Unexpected token 'export'/,
    () =>
      'a file is CommonJS and written as a module: name it .mjs, or say "type": "module" in package.json',
  ],
  [
    /(?:require|module|exports) is not defined in ES module scope/,
    () =>
      "a file is a module and written as CommonJS: use import and export, or name it .cjs (or .cts)",
  ],
  [
    /ERR_REQUIRE_ASYNC_MODULE/,
    () =>
      "a module that awaits at its top level cannot be required: use await import(…)",
  ],
  [
    /ERR_UNKNOWN_FILE_EXTENSION.*\.[cm]?tsx?\b|Unknown file extension "\.[cm]?tsx?"/,
    () =>
      "this Node runs no TypeScript by itself: name the file alone (mcp-gen dev src/server.ts), or add --import mcp-gen/typescript to node",
  ],
  [
    /ERR_PACKAGE_PATH_NOT_EXPORTED/,
    () =>
      "a package has no such entry: compare the import with the exports of its package.json, and its version with the one you mean",
  ],
];

/** What to do about a server that has ended, where what it printed tells. */
export function hintFor(printed: string, how: string): string | undefined {
  for (const [pattern, hint] of hints) {
    const found = pattern.exec(printed);
    if (found) return hint(found);
  }
  if (how === "exit code 127" || /\bENOENT\b/.test(how))
    return "its command is not there: install it, or write its path";
  return how === "exit code 0"
    ? "it had nothing left to do: a server calls serveStdio(server) or listen(server), and nothing that ends the process"
    : undefined;
}

function missing(name: string): string {
  const isFile = /^(\.{0,2}[\\/]|[A-Za-z]:|file:)/.test(name);
  if (isFile)
    return `there is no ${name}: a path counts from the file that imports it, and what is built may have to be built first`;
  const [scope = "", second] = name.split("/");
  const packageName =
    scope.startsWith("@") && second ? `${scope}/${second}` : scope;
  return `install what is missing: npm install ${packageName}`;
}
