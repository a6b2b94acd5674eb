import { GeneratorError } from "../../base/diagnostics/error.ts";
import type { Failure } from "./failure.ts";

/** A server could not be reached, or did not list what it has. */
export class ListingError extends GeneratorError<Failure["code"]> {
  /** Tells it from other errors where `instanceof` cannot. */
  override readonly name = "ListingError";
  /** 2: it was asked for in vain. 3: nobody gave a list. 130: Ctrl-C. */
  readonly exitCode: 2 | 3 | 130;

  constructor({ code, message, hint, exitCode }: Failure) {
    super(code, message, { hint });
    // 1 is for what differs.
    this.exitCode = exitCode === 1 ? 3 : exitCode;
  }
}
