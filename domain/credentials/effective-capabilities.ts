/** Capabilities that a key may spend credits on: the intersection of its scope and its partner's. null: all. */
export function effectiveCapabilities(
  ofKey: readonly string[] | null,
  ofPartner: readonly string[] | null,
): readonly string[] | null {
  if (ofKey === null) return ofPartner;
  if (ofPartner === null) return ofKey;
  return ofKey.filter((slug) => ofPartner.includes(slug));
}
