import { testFormat } from "./formatted.ts";

await testFormat([
  { target: "ts", docs: false },
  { target: "js", docs: true },
]);
