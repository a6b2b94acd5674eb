import type { ChildProcess } from "node:child_process";

/**
 * Takes the part of a person: opens each address that a program sends its user to, and
 * says yes on the page of the example's authorization server, which sends them back.
 */
export function answerLogins(program: ChildProcess): void {
  const seen = new Set<string>();
  let printed = "";
  program.stderr?.on("data", (data) => {
    printed += String(data);
    for (const [url] of printed.matchAll(/http\S+\/authorize\?\S+(?=\s)/g)) {
      if (seen.has(url)) continue;
      seen.add(url);
      console.log("(Here a person says yes in the browser.)");
      const decision = new URLSearchParams({ decision: "yes" });
      fetch(url, { method: "POST", body: decision }).then(
        (page) => page.text(),
        (error: unknown) => console.error(error),
      );
    }
  });
}
