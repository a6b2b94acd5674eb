import { watchRepeats } from "./input/repeats.ts";
import { watchTools } from "./unknown-fields.ts";

declare const process: { readonly env: { readonly NODE_ENV?: string } };

/** What is looked at in development alone. */
interface InDevelopment {
  readonly repeats: typeof watchRepeats;
  readonly tools: typeof watchTools;
}

/** Nothing in production: bundlers that know it leave the rest out. */
export function inDevelopment(): Partial<InDevelopment> {
  try {
    if (process.env.NODE_ENV !== "production")
      return { repeats: watchRepeats, tools: watchTools };
  } catch {
    // There is no such thing here, or it may not be read.
  }
  return {};
}
