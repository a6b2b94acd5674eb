import { describeCompiler } from "./cases.ts";

describeCompiler("6");
