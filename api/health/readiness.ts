/** Something the service cannot work without; throws or rejects while it is away. */
export type Check = () => Promise<unknown>;

export interface ReadinessReport {
  status: 'ready' | 'not_ready' | 'stopping';
  checks: Record<string, 'ok' | 'failed'>;
}

/** A part that does not answer within this time is away. */
const CHECK_TIMEOUT_MS = 2_000;

/** Runs all checks at once; a name tells operators which part is away, the log has the reason. */
export async function checkReadiness(
  checks: Record<string, Check>,
  onFailure: (name: string, error: unknown) => void,
): Promise<ReadinessReport> {
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]): Promise<[string, 'ok' | 'failed']> => {
      try {
        await withinTime(check());
        return [name, 'ok'];
      } catch (error) {
        onFailure(name, error);
        return [name, 'failed'];
      }
    }),
  );
  const ready = results.every(([, result]) => result === 'ok');
  return { status: ready ? 'ready' : 'not_ready', checks: Object.fromEntries(results) };
}

async function withinTime(work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${CHECK_TIMEOUT_MS} ms.`)), CHECK_TIMEOUT_MS);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
