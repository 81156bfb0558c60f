/** Folders at the top with code, whose imports have rules. */
export const TOP_FOLDERS = [
  'api',
  'domain',
  'workflows',
  'activities',
  'worker',
  'infra',
  'sandbox',
  'console',
  'test',
  'tools',
];

/** An import of one file by another, as paths from the root. */
export interface FileImport {
  from: string;
  to: string;
}

/** Areas of domain/ that import each other, and those imports. */
export interface AreaCircle {
  areas: string[];
  imports: FileImport[];
}

/** Cycles of areas: strongly connected components. Imports of tests do not count. */
export function findAreaCircles(imports: readonly FileImport[]): AreaCircle[] {
  const between = imports.filter(({ from, to }) => {
    const [source, target] = [areaOf(from), areaOf(to)];
    return source !== undefined && target !== undefined && source !== target && !from.endsWith('.test.ts');
  });
  const reached = reachable(between.map(({ from, to }) => [areaOf(from) ?? '', areaOf(to) ?? ''] as const));
  const circles = new Map<string, string[]>();
  for (const [area, targets] of reached) {
    if (!targets.has(area)) continue;
    const areas = [...targets].filter((other) => reached.get(other)?.has(area)).sort();
    circles.set(areas.join(), areas);
  }
  return [...circles.values()].map((areas) => ({
    areas,
    imports: between.filter(({ from, to }) => [from, to].every((file) => areas.includes(areaOf(file) ?? ''))),
  }));
}

/** The error message for a cycle. */
export function describeCircle({ areas, imports }: AreaCircle): string {
  const lines = imports.map(({ from, to }) => `    ${from} → ${to}`);
  return [`  error area-circle: ${areas.join(', ')} need each other`, ...lines.sort()].join('\n');
}

/** The area of a file in domain/; a file beside the areas counts as its own area. */
function areaOf(file: string): string | undefined {
  return /^domain\/([^/]+)/.exec(file)?.[1];
}

/** The transitive imports of each area, itself included when it is in a cycle. */
function reachable(edges: readonly (readonly [from: string, to: string])[]): Map<string, Set<string>> {
  const next = Map.groupBy(edges, ([from]) => from);
  return new Map(
    [...next.keys()].map((start) => {
      const seen = new Set<string>();
      const open = [start];
      for (let at = open.pop(); at !== undefined; at = open.pop()) {
        for (const [, to] of next.get(at) ?? []) {
          if (seen.has(to)) continue;
          seen.add(to);
          open.push(to);
        }
      }
      return [start, seen];
    }),
  );
}
