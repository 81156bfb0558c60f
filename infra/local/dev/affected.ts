/** A process that is started again when its code changes, by its name in the stack. */
export type Restartable = 'api' | 'worker' | 'sandbox_ai' | 'sandbox_marketplace';

/** What a changed file affects. */
export interface Affected {
  processes: readonly Restartable[];
  /** Whether the migrations run before. */
  migrate?: boolean;
}

/** Source folders of the processes; the first match decides. */
const RULES: readonly [pattern: RegExp, affected: Affected][] = [
  [/^infra\/database\/migrations\//, { processes: ['api', 'worker'], migrate: true }],
  [/^infra\/(local|deploy)\//, { processes: [] }],
  [/^(domain|infra)\//, { processes: ['api', 'worker'] }],
  [/^api\//, { processes: ['api'] }],
  // Contracts and their lists define how the API starts a workflow; the worker runs it.
  [/^workflows\/(.*\/contract|contracts|commands|queues)\.ts$/, { processes: ['api', 'worker'] }],
  [/^(workflows|activities|worker)\//, { processes: ['worker'] }],
  [/^sandbox\/ai\//, { processes: ['sandbox_ai'] }],
  [/^sandbox\/marketplace\//, { processes: ['sandbox_marketplace'] }],
  [/^sandbox\/[^/]+$/, { processes: ['sandbox_ai', 'sandbox_marketplace'] }],
];

/** Top-level folders with code of processes. */
export const SOURCE_FOLDERS = ['api', 'domain', 'infra', 'workflows', 'activities', 'worker', 'sandbox'] as const;

/** The processes that run a file, by its path from the root; none for tests and temporary files of editors. */
export function affectedBy(file: string): Affected {
  const path = file.replaceAll('\\', '/');
  if (/\.test\.ts$|~$|(^|\/)\.|\/[^/.]+$/.test(path)) return { processes: [] };
  return RULES.find(([pattern]) => pattern.test(path))?.[1] ?? { processes: [] };
}
