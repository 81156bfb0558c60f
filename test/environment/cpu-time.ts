/**
 * Milliseconds that the work keeps this thread, the least of some runs: what others do on the machine does not count, and what once was
 * `enough` is not measured again. Work that waits is waited for; what else the thread does meanwhile counts.
 */
export async function cpuTimeOf(work: () => unknown, enough = 0): Promise<number> {
  const runs = enough > 0 ? 10 : 3;
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs && least > enough; run += 1) {
    const before = process.threadCpuUsage();
    await work();
    const { user, system } = process.threadCpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}
