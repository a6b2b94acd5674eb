/**
 * The milliseconds that a synchronous piece of work takes when nothing disturbs it:
 * of many times, one is undisturbed, however busy the machine is.
 */
export function fastest(work: () => void, times = 15): number {
  let least = Infinity;
  for (let time = 0; time < times; time++) {
    const start = performance.now();
    work();
    least = Math.min(least, performance.now() - start);
  }
  return least;
}
