import { testEverything } from "./everything.ts";

// The other transports are in the long part.
testEverything(["stdio"]);
