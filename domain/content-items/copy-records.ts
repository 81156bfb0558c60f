import type { Deps, Tx } from '../kernel/deps.ts';
import { copyTags } from './tag-store.ts';

/** Copies tags, and what other areas have of items, to their copies; `source_id` is the item of which one is a copy, if it is any. */
export async function copyRecords(
  tx: Tx,
  { capabilities }: Deps,
  partnerId: number,
  items: readonly { id: number; source_id?: number }[],
): Promise<void> {
  const copies = items.flatMap(({ id, source_id }) =>
    source_id === undefined ? [] : [{ fromId: source_id, toId: id }],
  );
  if (copies.length === 0) return;
  await copyTags(tx.em, partnerId, copies);
  for (const copy of capabilities.itemsCopied) await copy(tx, { partnerId, copies });
}
