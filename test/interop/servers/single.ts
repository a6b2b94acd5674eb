import { serveStdio } from "../../../src/runtime/serve-stdio.ts";
import { createSingleServer } from "./single-server.ts";

const [, , revision = ""] = process.argv;
await serveStdio(createSingleServer(revision));
