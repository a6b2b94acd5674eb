/** What went over the wire, as lines that a reader can follow. */
export interface Transcript {
  /** Begins a part: one connection, or one concern. */
  part(title: string): void;
  /** Says what comes next. */
  step(title: string): void;
  /** What was sent to the subject: text of any number of lines. */
  sent(text: string): void;
  /** What the subject sent. */
  came(text: string): void;
  /** What is no message, such as an end. */
  note(text: string): void;
  /** All of it. */
  text(): string;
}

export function createTranscript(): Transcript {
  const lines: string[] = [];
  const put = (mark: string, text: string): void => {
    for (const line of text.split("\n")) lines.push(`${mark} ${line}`.trim());
  };
  return {
    part: (title) => void lines.push("", `## ${title}`),
    step: (title) => void lines.push("", `# ${title}`),
    sent: (text) => put("→", text),
    came: (text) => put("←", text),
    note: (text) => void lines.push(`(${text})`),
    text: () => `${lines.join("\n").trim()}\n`,
  };
}
