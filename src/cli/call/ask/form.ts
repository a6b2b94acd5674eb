import type { JsonObject } from "../../../runtime/protocol/message.ts";
import {
  PromptEndError,
  type Choice,
  type Prompter,
} from "../../terminal/index.ts";
import { foreignWords } from "../print/foreign.ts";
import type { Asker } from "./asker.ts";
import { askField, fieldsOf, readAnswers, type Field } from "./field.ts";

/** What becomes of a question: filled in, refused, or left. */
export interface FormAnswer {
  readonly action: "accept" | "decline" | "cancel";
  readonly content?: JsonObject;
}

/**
 * Has a person fill in a form: field by field, and then whether it is sent. Answers
 * that were given before are not asked for again. The end of the input cancels it.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/client/elicitation | Elicitation}
 */
export async function fillForm(
  params: JsonObject,
  asker: Asker,
): Promise<FormAnswer> {
  const { message, requestedSchema } = params;
  const fields = fieldsOf(requestedSchema);
  asker.say(`${asker.serverName()} asks:`);
  asker.show(String(message));
  return untilEnd(asker, () =>
    asker.prompter
      ? filledByPerson(fields, asker, asker.prompter)
      : filledBefore(fields, asker),
  );
}

/** Nobody is there: what was given before has to be enough. */
async function filledBefore(
  fields: readonly Field[],
  { answers, misfit, asked }: Asker,
): Promise<FormAnswer> {
  const content = new Map<string, unknown>();
  for (const field of fields) {
    const { name, schema, isRequired } = field;
    asked(name);
    const given = answers.get(name);
    const read = given === undefined ? undefined : readAnswers(given, field);
    if (read?.ok === true) content.set(name, read.value);
    else if (read?.ok === false) misfit(misfitText(name, read.reason));
    const isMissing = isRequired && schema["default"] === undefined;
    if (read?.ok === true || (read === undefined && !isMissing)) continue;
    if (read === undefined) {
      const shown = foreignWords(name);
      misfit(
        `Nobody is at a terminal to answer ${shown}: give --answer ${shown}=…`,
      );
    }
    return { action: "cancel" };
  }
  return { action: "accept", content: Object.fromEntries(content) };
}

/** A field and its choices are the server's words. */
function misfitText(name: string, reason: string): string {
  return `--answer ${foreignWords(name)}: ${foreignWords(reason, 1_000)}`;
}

type Step = "send" | "change" | "decline";

const steps = [
  { value: "send", label: "send" },
  { value: "change", label: "change it" },
  { value: "decline", label: "decline" },
] as const satisfies readonly Choice<Step>[];

/** Field by field, until the person sends it, or does not. */
async function filledByPerson(
  fields: readonly Field[],
  { answers, say, show, signal, asked }: Asker,
  prompter: Prompter,
): Promise<FormAnswer> {
  const content = new Map<string, unknown>();
  for (const field of fields) {
    asked(field.name);
    const given = answers.get(field.name);
    const read = given === undefined ? undefined : readAnswers(given, field);
    if (read?.ok === false) say(misfitText(field.name, read.reason));
    if (read?.ok === true) content.set(field.name, read.value);
  }
  // All of it was said before.
  if (content.size > 0 && content.size === fields.length)
    return { action: "accept", content: Object.fromEntries(content) };
  let isFirst = true;
  for (;;) {
    for (const field of fields) {
      const { name, schema } = field;
      if (isFirst && content.has(name)) continue;
      const shown = content.has(name)
        ? { ...field, schema: { ...schema, default: content.get(name) } }
        : field;
      const value = await askField(shown, prompter, { signal, show });
      if (value === undefined) content.delete(name);
      else content.set(name, value);
    }
    isFirst = false;
    for (const [name, value] of content)
      say(`  ${foreignWords(name)}: ${JSON.stringify(value)}`);
    const step = await prompter.select<Step>({
      message: "Send this to the server?",
      ...{ choices: steps, default: "send", signal },
    });
    if (step === "send")
      return { action: "accept", content: Object.fromEntries(content) };
    if (step === "decline") return { action: "decline" };
  }
}

/** Who ends the input does not answer; who presses Ctrl-C ends it all. */
export async function untilEnd(
  asker: Asker,
  ask: () => Promise<FormAnswer>,
): Promise<FormAnswer> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof PromptEndError)) throw error;
    if (error.reason === "interrupted") asker.interrupt();
    return { action: "cancel" };
  }
}
