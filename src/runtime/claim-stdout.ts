import { redirectStdout } from "./stdio/redirect-stdout.ts";

// What is imported after this module may print while it is evaluated, before
// `serveStdio` can see to it.
redirectStdout();
