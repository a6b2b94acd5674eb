import { testEverything } from "./everything.ts";

testEverything(["sse"]);
