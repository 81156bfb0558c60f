/**
 * Processor time of this thread for the work, milliseconds, the minimum of several runs: other processes do not count, and a result within
 * `enough` ends the measurement. Asynchronous work is awaited; other work of the thread meanwhile counts.
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
