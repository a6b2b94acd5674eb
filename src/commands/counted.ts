/** `1 file`, `20,951 lines`. */
export function counted(count: number, noun: string): string {
  const number = count.toLocaleString("en");
  return `${number} ${noun}${count === 1 ? "" : "s"}`;
}
