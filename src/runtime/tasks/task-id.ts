/** A name for a task that nobody can guess: 128 random bits, and fit for a header. */
export function newTaskId(): string {
  const random = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(random, (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
}
