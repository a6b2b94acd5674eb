import { serveStdio } from "../../../src/runtime/serve-stdio.ts";
import { createInteropServer } from "./our-server.ts";

await serveStdio(createInteropServer());
