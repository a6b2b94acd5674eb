import { testOurServer } from "./our-server.ts";
import { olderRevisions } from "./revision.ts";

// The newest are in the short part.
testOurServer(olderRevisions());
