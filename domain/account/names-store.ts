import { pick, queryRows } from '../../infra/database/sql.ts';
import { json, text } from '../../infra/database/table.ts';
import { agentTable } from '../agents/table.ts';
import { brandVoiceTable } from '../brand-voices/table.ts';
import { caseStudyTable } from '../case-studies/table.ts';
import { gtmCampaignTable } from '../gtm-schedule/table.ts';
import type { Db } from '../kernel/deps.ts';
import { knowledgeBaseTable } from '../knowledge-bases/table.ts';
import { type UserRow, userTable } from '../users/table.ts';

/** Most records of a kind that are offered for selection, the newest. */
const MAX_NAMES = 200;
/** Most products of a brand voice that are offered. */
const MAX_PRODUCTS = 100;

/** A record that people choose by its name. */
interface NamedRecord {
  id: number;
  name: string;
}

/** A partner's records that forms and lists name: the newest of each kind. */
export interface RecordNames {
  brand_voices: (NamedRecord & { products: NamedRecord[] })[];
  knowledge_bases: NamedRecord[];
  /** Active ones, with the platform's. */
  agents: NamedRecord[];
  case_studies: NamedRecord[];
  campaigns: NamedRecord[];
  /** Of the team, without those who were removed. */
  people: (NamedRecord & Pick<UserRow, 'role'>)[];
}

/** Reads the names of a partner's records. */
export async function selectNames(db: Db, partnerId: number): Promise<RecordNames> {
  const values = [partnerId, MAX_NAMES];
  const voice = { ...pick(brandVoiceTable, 'id', 'name'), products: json<NamedRecord[]>() };
  const [brand_voices, knowledge_bases, agents, case_studies, campaigns, people] = await Promise.all([
    queryRows(
      db,
      voice,
      `SELECT v.id, v.name, (SELECT coalesce(json_agg(p), '[]') FROM (
         SELECT id, name FROM brand_voice_product WHERE brand_voice_id = v.id ORDER BY id LIMIT ${MAX_PRODUCTS}) p) AS products
       FROM brand_voice v WHERE v.partner_id = $1 ORDER BY v.id DESC LIMIT $2`,
      values,
    ),
    queryRows(
      db,
      pick(knowledgeBaseTable, 'id', 'name'),
      'SELECT id, name FROM knowledge_base WHERE partner_id = $1 ORDER BY id DESC LIMIT $2',
      values,
    ),
    queryRows(
      db,
      pick(agentTable, 'id', 'name'),
      'SELECT id, name FROM agent WHERE (partner_id = $1 OR partner_id IS NULL) AND is_active ORDER BY id DESC LIMIT $2',
      values,
    ),
    queryRows(
      db,
      { ...pick(caseStudyTable, 'id'), name: text() },
      `SELECT id, coalesce(case_study_title, company_name)::text AS name FROM case_study WHERE partner_id = $1
       ORDER BY id DESC LIMIT $2`,
      values,
    ),
    queryRows(
      db,
      pick(gtmCampaignTable, 'id', 'name'),
      'SELECT id, name FROM gtm_campaign WHERE partner_id = $1 ORDER BY id DESC LIMIT $2',
      values,
    ),
    queryRows(
      db,
      pick(userTable, 'id', 'name', 'role'),
      'SELECT id, name, role FROM app_user WHERE partner_id = $1 AND removed_at IS NULL ORDER BY id DESC LIMIT $2',
      values,
    ),
  ]);
  return { brand_voices, knowledge_bases, agents, case_studies, campaigns, people };
}
