/** What a key may spend on: what both its own scope and its partner allow. null: everything. */
export function effectiveCapabilities(
  ofKey: readonly string[] | null,
  ofPartner: readonly string[] | null,
): readonly string[] | null {
  if (ofKey === null) return ofPartner;
  if (ofPartner === null) return ofKey;
  return ofKey.filter((slug) => ofPartner.includes(slug));
}
