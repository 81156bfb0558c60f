import type { EntityManager } from 'typeorm';
import { countRecords, findRecord } from '../../infra/database/records.ts';
import { queryRows } from '../../infra/database/sql.ts';
import type { Db } from '../kernel/deps.ts';
import { listPage, type Page, type PageRequest } from '../kernel/page.ts';
import { type GtmCampaignRow, gtmCampaignTable } from './table.ts';

/** Number of a partner's campaigns. */
export function countCampaigns(db: Db, partnerId: number): Promise<number> {
  return countRecords(db, gtmCampaignTable, { partner_id: partnerId });
}

/** Fields of a new campaign. */
export type NewCampaign = Pick<GtmCampaignRow, 'name' | 'description' | 'start_date' | 'end_date'>;

/** A campaign; null when there is none. */
export function findCampaign(db: Db, id: number): Promise<GtmCampaignRow | null> {
  return findRecord(db, gtmCampaignTable, { id });
}

/** A partner's campaigns, newest first. */
export function selectCampaigns(db: Db, partnerId: number, page: PageRequest): Promise<Page<GtmCampaignRow>> {
  return listPage(db, gtmCampaignTable, { where: { partner_id: partnerId }, order: { id: 'DESC' } }, page);
}

/** Inserts a campaign. */
export async function insertCampaign(
  em: EntityManager,
  now: Date,
  partnerId: number,
  { name, description, start_date, end_date }: NewCampaign,
): Promise<GtmCampaignRow> {
  const rows = await queryRows(
    em,
    gtmCampaignTable,
    `INSERT INTO gtm_campaign (partner_id, name, description, start_date, end_date, created_at, updated_at)
     VALUES ($2, $3, $4, $5, $6, $1, $1) RETURNING *`,
    [now, partnerId, name, description, start_date, end_date],
  );
  const [row] = rows;
  if (!row) throw new Error('The campaign was not added.');
  return row;
}
