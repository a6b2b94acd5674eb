/** Nobody answers any more: Ctrl-C was pressed, or the input is at its end. */
export class PromptEndError extends Error {
  override readonly name = "PromptEndError";
  readonly reason: "interrupted" | "endOfInput";

  constructor(reason: "interrupted" | "endOfInput") {
    super(
      reason === "interrupted"
        ? "Interrupted at a question"
        : "The input ended at a question",
    );
    this.reason = reason;
  }
}
