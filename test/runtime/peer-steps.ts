import type { CallSettings } from "./peer-model.ts";
import { fc } from "../support/random.ts";

/** One step of a conversation; `nth` chooses among what there is, old and new. */
export type Step =
  | { readonly do: "call"; readonly settings: CallSettings }
  | {
      readonly do: "answer";
      readonly nth: number;
      readonly with: "result" | "invalid" | "error" | "both" | "input";
      readonly id: "right" | "text" | "unknown";
      readonly times: number;
    }
  | { readonly do: "progress"; readonly nth: number; readonly progress: number }
  | { readonly do: "abort"; readonly nth: number }
  | { readonly do: "advance"; readonly milliseconds: number }
  | { readonly do: "request"; readonly id: number }
  | { readonly do: "takeBack"; readonly id: number }
  | {
      readonly do: "handle";
      readonly nth: number;
      readonly fail: boolean;
    }
  | { readonly do: "close"; readonly how: "die" | "end" | "close" };

const nth = fc.nat(7);

export const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        do: fc.constant("call" as const),
        settings: fc.record({
          timeout: fc.constantFrom(20, 50, Infinity),
          totalTimeout: fc.constantFrom(30, 120, Infinity),
          progress: fc.boolean(),
        }),
      }),
    },
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constant("answer" as const),
        nth,
        with: fc.constantFrom("result", "invalid", "error", "both", "input"),
        id: fc.constantFrom("right", "right", "right", "text", "unknown"),
        times: fc.constantFrom(1, 1, 2),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant("progress" as const),
        nth,
        progress: fc.nat(5),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constant("abort" as const), nth }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant("advance" as const),
        milliseconds: fc.integer({ min: 1, max: 40 }),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant("request" as const),
        id: fc.nat(3),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant("takeBack" as const),
        id: fc.nat(3),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant("handle" as const),
        nth,
        fail: fc.boolean(),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant("close" as const),
        how: fc.constantFrom("die", "end", "close"),
      }),
    },
  ),
  { maxLength: 60 },
) as fc.Arbitrary<Step[]>;
