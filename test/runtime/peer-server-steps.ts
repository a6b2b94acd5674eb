import { fc } from "../support/random.ts";

/** One step of a conversation; `nth` chooses among what there is. */
export type Step =
  | { readonly do: "request"; readonly id: number; readonly token: boolean }
  | { readonly do: "cancel"; readonly id: number }
  | {
      readonly do: "finish";
      readonly nth: number;
      readonly how: "result" | "error" | "nonsense";
    }
  | { readonly do: "progress"; readonly nth: number; readonly progress: number }
  | { readonly do: "ask"; readonly nth: number }
  | {
      readonly do: "answer";
      readonly nth: number;
      readonly with: "result" | "error" | "invalid";
      readonly times: number;
    }
  | { readonly do: "advance"; readonly milliseconds: number }
  | { readonly do: "close"; readonly how: "die" | "end" | "close" };

const nth = fc.nat(5);
const id = fc.nat(4);

export const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record<Step & { do: "request" }>({
        do: fc.constant("request"),
        id,
        token: fc.boolean(),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record<Step & { do: "cancel" }>({
        do: fc.constant("cancel"),
        id,
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record<Step & { do: "finish" }>({
        do: fc.constant("finish"),
        nth,
        how: fc.constantFrom("result", "result", "error", "nonsense"),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record<Step & { do: "progress" }>({
        do: fc.constant("progress"),
        nth,
        progress: fc.nat(5),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record<Step & { do: "ask" }>({
        do: fc.constant("ask"),
        nth,
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record<Step & { do: "answer" }>({
        do: fc.constant("answer"),
        nth,
        with: fc.constantFrom("result", "error", "invalid"),
        times: fc.constantFrom(1, 2),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record<Step & { do: "advance" }>({
        do: fc.constant("advance"),
        milliseconds: fc.integer({ min: 1, max: 40 }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record<Step & { do: "close" }>({
        do: fc.constant("close"),
        how: fc.constantFrom("die", "end", "close"),
      }),
    },
  ),
  { maxLength: 60 },
);
