/** A JSON Schema, read with care: it comes over the wire. */
export type SchemaNode = Record<string, unknown>;

export function isNode(value: unknown): value is SchemaNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function nodesOf(value: unknown): SchemaNode[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

export function numberOf(node: SchemaNode, key: string): number | undefined {
  const value = node[key];
  return typeof value === 'number' ? value : undefined;
}

/** The node with `$ref` followed (`#/…` pointers only) and `allOf` merged in. */
export function resolve(node: SchemaNode, root: SchemaNode): SchemaNode {
  let current = node;
  for (let hops = 0; hops < 20 && typeof current['$ref'] === 'string'; hops += 1) {
    const { $ref, ...rest } = current;
    const target = pointer(String($ref), root);
    current = { ...(isNode(target) ? target : {}), ...rest };
  }
  const { allOf, ...rest } = current;
  return nodesOf(allOf).reduce((merged, each) => merge(merged, resolve(each, root)), rest as SchemaNode);
}

function pointer(reference: string, root: SchemaNode): unknown {
  const steps = reference.replace(/^#\/?/, '').split('/').filter(Boolean);
  return steps
    .map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((value, step) => (isNode(value) ? value[step] : undefined), root);
}

function merge(left: SchemaNode, right: SchemaNode): SchemaNode {
  const properties = Object.assign({}, ...[left, right].map((node) => node['properties']));
  const required = [left, right].flatMap((node) => node['required'] ?? []);
  return { ...left, ...right, ...(Object.keys(properties).length > 0 && { properties, required }) };
}
