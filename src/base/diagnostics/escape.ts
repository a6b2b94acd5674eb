// C0 and C1 controls but the tab, line separators, and what turns the direction of text.
const unprintable =
  /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/**
 * Escapes what could move a terminal's cursor, recolour it or reorder its text.
 * Inside a JSON string the escapes mean the same characters.
 */
export function escapeControls(text: string): string {
  return text.replace(unprintable, escapeCharacter);
}

/** Like `escapeControls`, but keeps the line feeds. */
export function escapeLines(text: string): string {
  return text.split("\n").map(escapeControls).join("\n");
}

function escapeCharacter(character: string): string {
  const code = character.charCodeAt(0).toString(16);
  return `\\u${code.padStart(4, "0")}`;
}
