/**
 * The milliseconds of a processor that this process spends on some work. What
 * others take of the machine meanwhile is no part of it, as it is of the time
 * that passes.
 */
export async function costOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
