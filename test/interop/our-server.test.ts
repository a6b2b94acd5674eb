import { testOurServer } from "./our-server.ts";
import { newestRevisions } from "./revision.ts";

// The revisions before are in the long part.
testOurServer(newestRevisions());
