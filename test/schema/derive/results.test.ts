import { expect, test } from "vitest";
import type { MethodResult } from "../../../src/schema/model/index.ts";
import { derive, envelope } from "./derived.ts";

const request = `interface DoRequest extends Request { method: "do"; params: Params }`;
const plain = `interface Params {}`;

test.each<[string, { given: string; want: MethodResult[] }]>([
  [
    "named after the request",
    {
      given: `${plain} interface DoResult {} interface EmptyResult {}`,
      want: [{ name: "DoResult" }],
    },
  ],
  [
    "empty where there is no other",
    {
      given: `${plain} interface EmptyResult {}`,
      want: [{ name: "EmptyResult" }],
    },
  ],
  [
    "anything where not even that is declared",
    {
      given: plain,
      want: [{ name: "DoResult", type: { kind: "keyword", name: "unknown" } }],
    },
  ],
  [
    "what its response says",
    {
      given: `${plain} interface DoResult {} interface Other {}
        interface DoResultResponse { result: Other }`,
      want: [{ name: "Other" }],
    },
  ],
  [
    "what a base of its response says",
    {
      given: `${plain} interface DoResult {} interface Other {}
        interface Base { result: Other } interface DoResultResponse extends Base { id: string }`,
      want: [{ name: "Other" }],
    },
  ],
  [
    "an inline result gets a name",
    {
      given: `${plain} interface DoResultResponse { result: string[] }`,
      want: [
        {
          name: "DoInlineResult",
          type: { kind: "array", element: { kind: "keyword", name: "string" } },
        },
      ],
    },
  ],
  [
    "two inline results get two names",
    {
      given: `${plain} interface DoResultResponse { result: string[] | null }`,
      want: [
        {
          name: "DoInlineResult",
          type: { kind: "array", element: { kind: "keyword", name: "string" } },
        },
        { name: "DoInlineResult2", type: { kind: "keyword", name: "null" } },
      ],
    },
  ],
  [
    "a generated name gives way to a declared one",
    {
      given: `${plain} interface DoInlineResult {}
        interface DoResultResponse { result: string[] }`,
      want: [
        {
          name: "DoInlineResult_",
          type: { kind: "array", element: { kind: "keyword", name: "string" } },
        },
      ],
    },
  ],
  [
    "the first of a union is meant, unless a key tells another",
    {
      given: `${plain} interface DoResult { content: string }
        interface JobResult { content?: string; job: string; other?: string }
        interface DoResultResponse { result: DoResult | JobResult }`,
      want: [
        { name: "JobResult", when: { property: "job" } },
        { name: "DoResult" },
      ],
    },
  ],
  [
    "what nothing tells apart is the last resort",
    {
      given: `${plain} interface Bare { note?: string } interface DoResult extends Bare { steps: number }
        interface JobResult { job: string }
        interface DoResultResponse { result: DoResult | Bare | JobResult }`,
      want: [
        { name: "JobResult", when: { property: "job" } },
        { name: "DoResult", when: { property: "steps" } },
        { name: "Bare" },
      ],
    },
  ],
  [
    "what resultType says",
    {
      given: `${plain} type ResultType = "complete" | "input_required" | string;
        interface DoResult { resultType: ResultType } interface InputRequiredResult { resultType: ResultType }
        interface DoResultResponse { result: DoResult | InputRequiredResult }`,
      want: [
        {
          name: "InputRequiredResult",
          when: { property: "resultType", value: "input_required" },
        },
        {
          name: "DoResult",
          when: { property: "resultType", value: "complete", orAbsent: true },
        },
      ],
    },
  ],
  [
    "a result that names no type has no condition",
    {
      given: `${plain} type ResultType = "complete"; interface DoResult {}`,
      want: [{ name: "DoResult" }],
    },
  ],
  [
    "a task for a request that may be one",
    {
      given: `interface TaskAugmentedRequestParams { task?: object }
        interface Params extends TaskAugmentedRequestParams {}
        interface DoResult {} interface CreateTaskResult { task: object }`,
      want: [
        { name: "CreateTaskResult", when: { property: "task" } },
        { name: "DoResult" },
      ],
    },
  ],
  [
    "a task for a request of which one form may be one",
    {
      given: `interface TaskAugmentedRequestParams { task?: object }
        interface One extends TaskAugmentedRequestParams {} interface Two {}
        type Params = Two | One;
        interface DoResult {} interface CreateTaskResult { task: object }`,
      want: [
        { name: "CreateTaskResult", when: { property: "task" } },
        { name: "DoResult" },
      ],
    },
  ],
  [
    "a task for a request whose params are joined from some that may be one",
    {
      given: `interface TaskAugmentedRequestParams { task?: object }
        type Params = Omit<TaskAugmentedRequestParams, "z"> & { q: string };
        interface DoResult {} interface CreateTaskResult { task: object }`,
      want: [
        { name: "CreateTaskResult", when: { property: "task" } },
        { name: "DoResult" },
      ],
    },
  ],
  [
    "no task for another request",
    {
      given: `${plain} interface TaskAugmentedRequestParams { task?: object }
        interface DoResult {} interface CreateTaskResult { task: object }`,
      want: [{ name: "DoResult" }],
    },
  ],
])("%s", (_, { given, want }) => {
  const { protocol } = derive(`${envelope} ${request} ${given}`);
  expect(protocol.requests[0]?.results).toEqual(want);
});

test("a form of another message has its result, where none is named after it", () => {
  const { protocol } = derive(`${envelope} ${plain} ${request}
    interface DoResult {} interface EmptyResult {}
    type DoTwiceRequest = DoRequest & { twice: true };
    interface DoThriceRequest extends DoTwiceRequest {}
    type ClientRequest = DoThriceRequest;`);
  const [only] = protocol.requests;
  expect([only?.type, only?.results]).toEqual([
    "DoThriceRequest",
    [{ name: "DoResult" }],
  ]);
});
