import { sendOk } from './client.ts';
import { withDatabase } from './database.ts';
import { runningStack } from './running-stack.ts';

/** A failure for requests whose messages contain `match`; sandbox/ai/faults.ts has the others. */
export interface Fault {
  kind: 'rate_limit' | 'error' | 'slow' | 'cut_off' | 'nonsense' | 'hang' | 'refuse' | 'obey';
  match: string;
  times?: number;
  [setting: string]: unknown;
}

/** Advisory lock under which test files take turns at changing the one list of failures. */
const FAULTS_LOCK = 7_310_900;

/** A word for prompts that no other test uses, so that failures hit only who asks for them. */
export function marker(): string {
  return `readers-${crypto.randomUUID().slice(0, 13)}`;
}

/** Lets the sandbox AI fail on the requests that match; other tests keep theirs. */
export function addFault(fault: Fault): Promise<void> {
  return change((faults) => [...faults, fault]);
}

/** Takes the failures of a match back, or those of one kind; what hangs by one of them breaks off. */
export function removeFaults(match: string, { kind }: { kind?: Fault['kind'] } = {}): Promise<void> {
  return change((faults) =>
    faults.filter((fault) => fault.match !== match || (kind !== undefined && fault.kind !== kind)),
  );
}

/** Lets each answer of a stack's own sandbox AI take so long, milliseconds; its failures are taken back. */
export async function setLatency(latency_ms: number): Promise<void> {
  await sendOk(faultsUrl(), { method: 'PUT', body: { latency_ms, faults: [] } });
}

const faultsUrl = () => `${runningStack().sandboxAiUrl}/__sandbox/faults`;

function change(alter: (faults: Fault[]) => Fault[]): Promise<void> {
  return withDatabase(async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [FAULTS_LOCK]);
    const { faults } = await sendOk<{ faults: Fault[] }>(faultsUrl());
    await sendOk(faultsUrl(), { method: 'PUT', body: { faults: alter(faults) } });
  });
}
