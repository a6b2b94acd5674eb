import { testOurSseServer } from "./our-sse-server.ts";
import { newestRevisions } from "./revision.ts";

// The revisions before are in the long part.
testOurSseServer(newestRevisions());
