import { testFormat } from "./formatted.ts";

await testFormat([
  { target: "ts", docs: true },
  { target: "ts", docs: false },
  { target: "js", docs: true },
  { target: "js", docs: false },
]);
