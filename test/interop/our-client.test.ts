import { testOurClient } from "./our-client.ts";
import { newestRevisions } from "./revision.ts";

// The revisions before are in the long part.
testOurClient(newestRevisions());
