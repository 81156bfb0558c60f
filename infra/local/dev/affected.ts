/** A process that is started again when its code changes, by its name in the stack. */
export type Restartable = 'api' | 'worker' | 'sandbox_ai' | 'sandbox_marketplace';

/** What one changed file asks for. */
export interface Affected {
  processes: readonly Restartable[];
  /** Whether the migrations run before. */
  migrate?: boolean;
}

/** Folders whose files processes are made of; the first that fits decides. */
const RULES: readonly [pattern: RegExp, concerned: Affected][] = [
  [/^infra\/database\/migrations\//, { processes: ['api', 'worker'], migrate: true }],
  [/^infra\/(local|deploy)\//, { processes: [] }],
  [/^(domain|infra)\//, { processes: ['api', 'worker'] }],
  [/^api\//, { processes: ['api'] }],
  // Contracts and what they are listed in say how the API starts a flow; the flow itself is the worker's.
  [/^workflows\/(.*\/contract|contracts|commands|queues)\.ts$/, { processes: ['api', 'worker'] }],
  [/^(workflows|activities|worker)\//, { processes: ['worker'] }],
  [/^sandbox\/ai\//, { processes: ['sandbox_ai'] }],
  [/^sandbox\/marketplace\//, { processes: ['sandbox_marketplace'] }],
  [/^sandbox\/[^/]+$/, { processes: ['sandbox_ai', 'sandbox_marketplace'] }],
];

/** The rooms that hold code of processes. */
export const SOURCE_FOLDERS = ['api', 'domain', 'infra', 'workflows', 'activities', 'worker', 'sandbox'] as const;

/** Which processes a file, by its path from the root, is code of; tests, and files that editors leave, are of none. */
export function affectedBy(file: string): Affected {
  const path = file.replaceAll('\\', '/');
  if (/\.test\.ts$|~$|(^|\/)\.|\/[^/.]+$/.test(path)) return { processes: [] };
  return RULES.find(([pattern]) => pattern.test(path))?.[1] ?? { processes: [] };
}
