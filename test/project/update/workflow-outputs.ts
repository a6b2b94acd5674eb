/** What a step of a workflow has said to the next ones. */
export function outputsOf(text: string): Record<string, string> {
  const outputs: Record<string, string> = {};
  const several = /^(\w+)<<(.+)\n([^]*?)\n\2\n/gm;
  for (const [, name = "", , value = ""] of text.matchAll(several))
    outputs[name] = value;
  for (const [, name = "", value = ""] of text
    .replace(several, "")
    .matchAll(/^(\w+)=(.*)$/gm))
    outputs[name] = value;
  return outputs;
}
