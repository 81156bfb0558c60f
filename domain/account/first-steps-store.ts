import { queryRow } from '../../infra/database/sql.ts';
import { boolean } from '../../infra/database/table.ts';
import type { Db } from '../kernel/deps.ts';
import type { FirstStep } from './first-steps.ts';

/** Which of the first steps a partner has taken: what is there counts, so deleting it opens the step again. */
export function selectStepsTaken(db: Db, partnerId: number): Promise<Record<FirstStep, boolean>> {
  return queryRow(
    db,
    { brand_voice: boolean(), document: boolean(), content: boolean(), webhook: boolean() },
    `SELECT EXISTS (SELECT 1 FROM brand_voice WHERE partner_id = $1) AS brand_voice,
            EXISTS (SELECT 1 FROM knowledge_document d JOIN knowledge_base b ON b.id = d.knowledge_base_id
                    WHERE b.partner_id = $1) AS document,
            EXISTS (SELECT 1 FROM content_item WHERE partner_id = $1 AND settled_at IS NOT NULL) AS content,
            EXISTS (SELECT 1 FROM webhook_endpoint WHERE partner_id = $1 AND deleted_at IS NULL) AS webhook`,
    [partnerId],
  );
}
