import { testOurSseServer } from "./our-sse-server.ts";
import { olderRevisions } from "./revision.ts";

// The newest are in the short part.
testOurSseServer(olderRevisions());
