import { listen } from "../../../src/runtime/http-node.ts";
import { createFixture } from "./server.ts";

// Started by a process that talks to it, it ends with that one.
process.once("disconnect", () => process.exit());

// On the given port, or any free one.
const port = Number(process.argv[2] ?? 0);
const { url } = await listen(createFixture(), { port });
console.log(url);
