// Serves what the suite calls, and prints its address: node test/conformance/server.js 3000
import { pathToFileURL } from "node:url";
import { bundle } from "./build.js";

await import(pathToFileURL(await bundle("server/main")).href);
