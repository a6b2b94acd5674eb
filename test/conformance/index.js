// Runs the official conformance suite: node test/conformance/index.js [server|client]
import { pathToFileURL } from "node:url";
import { bundle, repository } from "./build.js";

const server = await bundle("server/main");
const client = await bundle("client/main");
const { main } = await import(pathToFileURL(await bundle("main")).href);
process.exitCode = await main(process.argv.slice(2), {
  repository,
  server,
  client,
});
