import type { ReferencePage } from "./page.ts";

/** docs/reference/index.md: what the reference has. */
export function indexPage(): readonly ReferencePage[] {
  return [
    {
      path: "index.md",
      text: `# Reference

What each function, option, command and error is, made from the sources.
`,
    },
  ];
}
