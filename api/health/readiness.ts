/** Something the service needs; throws or rejects while it is away. */
type Check = () => Promise<unknown>;

/** A part that /readyz names. */
export interface Part {
  check: Check;
  /** Whether the service does without: it is named, and the service is ready all the same. */
  optional?: boolean;
}

/** The body of `/readyz`; `ready` only when every part is up. */
export interface ReadinessReport {
  status: 'ready' | 'not_ready' | 'stopping';
  checks: Record<string, 'up' | 'down'>;
}

/** A part that does not answer within this time is away. */
const CHECK_TIMEOUT_MS = 2_000;
/** A report is given for so long: the page needs no credentials, and each look asks every part. */
const KEPT_MS = 1_000;

/** Looks at all parts at once, at most once a second. What is down is named; the log has the reason. */
export function createReadiness(
  parts: Record<string, Part>,
  onFailure: (name: string, error: unknown) => void,
): () => Promise<ReadinessReport> {
  let report: Promise<ReadinessReport> | undefined;
  return () => {
    report ??= lookAt(parts, onFailure).finally(() => {
      setTimeout(() => {
        report = undefined;
      }, KEPT_MS).unref();
    });
    return report;
  };
}

async function lookAt(
  parts: Record<string, Part>,
  onFailure: (name: string, error: unknown) => void,
): Promise<ReadinessReport> {
  const results = await Promise.all(
    Object.entries(parts).map(async ([name, { check, optional = false }]) => {
      try {
        await withinTime(check());
        return { name, state: 'up' as const, blocks: false };
      } catch (error) {
        onFailure(name, error);
        return { name, state: 'down' as const, blocks: !optional };
      }
    }),
  );
  return {
    status: results.some(({ blocks }) => blocks) ? 'not_ready' : 'ready',
    checks: Object.fromEntries(results.map(({ name, state }) => [name, state])),
  };
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
