/** Returns an unguessable task id: 128 random bits in hexadecimal, valid in a header. */
export function newTaskId(): string {
  const random = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(random, (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
}
