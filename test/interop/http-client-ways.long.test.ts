import { testHttpClientWays } from "./http-client-ways.ts";
import { olderRevisions } from "./revision.ts";

// The newest are in the short part.
testHttpClientWays(olderRevisions());
