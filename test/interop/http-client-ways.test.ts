import { testHttpClientWays } from "./http-client-ways.ts";
import { newestRevisions } from "./revision.ts";

// The revisions before are in the long part.
testHttpClientWays(newestRevisions());
