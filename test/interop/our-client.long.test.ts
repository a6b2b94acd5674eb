import { testOurClient } from "./our-client.ts";
import { olderRevisions } from "./revision.ts";

// The newest are in the short part.
testOurClient(olderRevisions());
