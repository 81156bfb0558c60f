interface Node {
  key: string;
  depends_on: readonly string[];
}

/** Whether the steps can be put in an order in which each comes after all it depends on. */
export function isAcyclic(nodes: readonly Node[]): boolean {
  const done = new Set<string>();
  let left = [...nodes];
  while (left.length > 0) {
    const ready = left.filter((node) => node.depends_on.every((key) => done.has(key)));
    if (ready.length === 0) return false;
    for (const node of ready) done.add(node.key);
    left = left.filter((node) => !done.has(node.key));
  }
  return true;
}
