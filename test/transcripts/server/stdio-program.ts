import { serveStdio } from "../subject.ts";
import { createSubjectServer } from "./subject-server.ts";

await serveStdio(createSubjectServer());
