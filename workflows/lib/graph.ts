interface Node {
  key: string;
  dependsOn: string[];
}

/** Runs each node once its dependencies have finished, independent ones in parallel; rejects with the first failure. */
export async function runGraph<N extends Node>(nodes: readonly N[], run: (node: N) => Promise<void>): Promise<void> {
  const byKey = new Map(nodes.map((node) => [node.key, node]));
  const runs = new Map<string, Promise<void>>();
  const runOf = (node: N): Promise<void> => {
    const known = runs.get(node.key);
    if (known) return known;
    const before = node.dependsOn.flatMap((key) => byKey.get(key) ?? []);
    const started = Promise.all(before.map(runOf)).then(() => run(node));
    runs.set(node.key, started);
    return started;
  };
  await Promise.all(nodes.map(runOf));
}
