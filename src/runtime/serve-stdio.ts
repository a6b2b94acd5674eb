export { serveStdio, type ServeStdioOptions } from "./stdio/serve.ts";
