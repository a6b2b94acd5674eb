import { describeCompiler } from "./cases.ts";

describeCompiler("5.8");
