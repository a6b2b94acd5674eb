import { testEverything } from "./everything.ts";

// The transport that is no more is in the long part.
testEverything(["stdio", "streamableHttp"]);
