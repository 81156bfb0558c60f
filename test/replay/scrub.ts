/** Fields of a history that name processes, machines or folders; replay looks at none of them. */
const NAMES = new Set(['identity', 'stickyAttributes', 'stackTrace', 'binaryChecksum', 'buildId']);

/** The history without traces of where it was recorded. */
export function withoutTraces(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTraces);
  if (typeof value !== 'object' || value === null) return value;
  if (isStickyQueue(value)) return { ...value, name: 'sticky' };
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) => (NAMES.has(name) ? [] : [[name, withoutTraces(part)]])),
  );
}

/** The sticky queue is named after the process and the machine. */
function isStickyQueue(value: object): boolean {
  return 'kind' in value && value.kind === 'TASK_QUEUE_KIND_STICKY';
}
