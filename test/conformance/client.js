// Plays the scenario that the suite names: node test/conformance/client.js <url>
import { pathToFileURL } from "node:url";
import { bundle } from "./build.js";

await import(pathToFileURL(await bundle("client/main")).href);
