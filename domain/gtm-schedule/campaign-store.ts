import type { EntityManager } from 'typeorm';
import {
  countRecords,
  deleteRecords,
  findRecord,
  insertRecord,
  lockRecord,
  updateRecords,
} from '../../infra/database/records.ts';
import { executeCount, queryExists, queryRow } from '../../infra/database/sql.ts';
import { integer } from '../../infra/database/table.ts';
import type { Db, Tx } from '../kernel/deps.ts';
import { notFound } from '../kernel/errors.ts';
import { listPage, type Page, type PageRequest } from '../kernel/page.ts';
import { lockSeriesOf } from './event-store.ts';
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
export function insertCampaign(
  em: EntityManager,
  now: Date,
  partnerId: number,
  { name, description, start_date, end_date }: NewCampaign,
): Promise<GtmCampaignRow> {
  const campaign = { partner_id: partnerId, name, description, start_date, end_date };
  return insertRecord(em, gtmCampaignTable, { ...campaign, created_at: now, updated_at: now });
}

/** A campaign, locked against changes until the transaction ends; null when there is none. */
export function lockCampaign(em: EntityManager, id: number): Promise<GtmCampaignRow | null> {
  return lockRecord(em, gtmCampaignTable, { id });
}

/** Keeps the campaign that an event names from being deleted until the transaction ends; 404 when it is gone. */
export async function holdNamedCampaign({ em }: Pick<Tx, 'em'>, id: number | null | undefined): Promise<void> {
  if (id == null) return;
  const held = await queryExists(em, 'SELECT id FROM gtm_campaign WHERE id = $1 FOR KEY SHARE', [id]);
  if (!held) throw notFound('Campaign');
}

/** Changes a campaign; absent fields stay. False when it does not exist. */
export async function updateCampaignRow(
  em: EntityManager,
  now: Date,
  id: number,
  changes: { [Name in keyof NewCampaign]?: NewCampaign[Name] | undefined },
): Promise<boolean> {
  return (await updateRecords(em, gtmCampaignTable, { id }, { ...changes, updated_at: now })) === 1;
}

/** A campaign with whose it is. */
type OwnCampaign = Pick<GtmCampaignRow, 'id' | 'partner_id'>;

/** Number of a campaign's events, cancelled ones included; counts no further than `most` + 1. */
export async function countEventsOf(db: Db, { id, partner_id }: OwnCampaign, most: number): Promise<number> {
  const { total } = await queryRow(
    db,
    { total: integer() },
    'SELECT count(*)::int AS total FROM (SELECT FROM gtm_event WHERE campaign_id = $1 AND partner_id = $2 LIMIT $3) AS counted',
    [id, partner_id, most + 1],
  );
  return total;
}

/**
 * Deletes a campaign; its events stay without one. Returns the number of events, null when there is no campaign. An event
 * that joins meanwhile holds the campaign, so that it is either released by the second round or finds no campaign.
 */
export async function deleteCampaignRow(em: EntityManager, now: Date, campaign: OwnCampaign): Promise<number | null> {
  const { id } = campaign;
  await lockSeriesOf(em, campaign.partner_id, { campaign_id: id });
  // Events first: who changes one holds it before its campaign.
  const released = await releaseEvents(em, now, campaign);
  if (!(await queryExists(em, 'SELECT id FROM gtm_campaign WHERE id = $1 FOR UPDATE', [id]))) return null;
  const joined = await releaseEvents(em, now, campaign);
  await deleteRecords(em, gtmCampaignTable, { id });
  return released + joined;
}

function releaseEvents(em: EntityManager, now: Date, { id, partner_id }: OwnCampaign): Promise<number> {
  return executeCount(
    em,
    `WITH found AS (
       SELECT id AS found_id FROM gtm_event WHERE campaign_id = $2 AND partner_id = $3 ORDER BY id FOR NO KEY UPDATE
     )
     UPDATE gtm_event SET campaign_id = NULL, sequence = sequence + 1, updated_at = $1 FROM found WHERE id = found_id`,
    [now, id, partner_id],
  );
}
