import { EVENT_CHANNELS, EVENT_TYPES } from '../../../domain/capabilities/types.ts';
import { contentCommentTable } from '../../../domain/content-comments/table.ts';
import { contentImageTable, contentPictureTable, IMAGE_SIZES } from '../../../domain/content-images/table.ts';
import {
  contentItemTable,
  contentItemTagTable,
  contentItemVersionTable,
  contentTagTable,
} from '../../../domain/content-items/table.ts';
import { MAX_ITEM_TAGS } from '../../../domain/content-items/tag-schema.ts';
import { gtmCampaignTable, gtmEventTable, gtmSeriesTable } from '../../../domain/gtm-schedule/table.ts';
import { DAY, type Filler, idOf, type LargestRows, NOW, ROWS } from './filler.ts';

/** What an execution made: items on the board with all that belongs to them, and events of the schedule. */
export async function fillContent({ longest, many }: Filler, executionId: number): Promise<LargestRows[]> {
  const item = (kanban_status: string) => ({
    execution_id: executionId,
    step: null,
    assignee_id: null,
    reviewer_id: null,
    kanban_status,
    body: longest(200_000),
    version: 2,
    settled_at: NOW,
  });
  const [first] = await many(contentItemTable, () => item('generated'), 1);
  const items = await many(contentItemTable, () => ({ ...item('review'), body: '' }));
  // Names of tags are one line without control characters.
  const tags = await many(contentTagTable, (n) => ({ name: `${n}`.padStart(50, '語'), name_key: `${n}` }));
  await many(
    contentItemTagTable,
    (n) => ({ content_item_id: idOf(items[n % ROWS]), content_tag_id: idOf(tags[Math.floor(n / ROWS)]) }),
    MAX_ITEM_TAGS * ROWS,
  );
  const itemId = idOf(first);
  await many(contentItemVersionTable, (n) => ({ content_item_id: itemId, version: n + 1, body: longest(200_000) }));
  await many(contentCommentTable, () => ({
    content_item_id: itemId,
    parent_id: null,
    author_kind: 'user',
    author_id: Number.MAX_SAFE_INTEGER,
    body: longest(5_000),
    mentions: Array.from({ length: 20 }, () => Number.MAX_SAFE_INTEGER),
  }));
  const pictures = await many(contentPictureTable, (n) => ({
    content_hash: `${n}`,
    sizes: IMAGE_SIZES.map((name) => ({ name, width: 2_560, height: 2_560, bytes: 8_388_608 })),
  }));
  await many(contentImageTable, (n) => ({
    content_item_id: itemId,
    content_picture_id: idOf(pictures[n]),
    reference: n,
  }));
  await many(gtmCampaignTable, () => ({ description: longest(20_000), start_date: DAY, end_date: DAY }));
  const [series] = await many(gtmSeriesTable, () => ({
    timezone: 'UTC',
    occurrence_count: 1,
    cancelled_from: null,
    import_uid: null,
  }));
  await many(gtmEventTable, (n) => ({
    series_id: idOf(series),
    occurrence_at: new Date(NOW.getTime() + n),
    import_uid: null,
    id: `evt_${String(n).padStart(26, '0')}`,
    status: 'scheduled',
    description: longest(20_000),
    event_type: EVENT_TYPES[0],
    channel: EVENT_CHANNELS[0],
    campaign_id: null,
    content_item_id: null,
    execution_id: null,
    step: null,
    ordinal: null,
    cancelled_at: null,
    timezone: 'UTC',
  }));
  return [
    { route: 'GET /content-workflow/kanban', params: {} },
    { route: 'GET /content-workflow/content-items', params: {} },
    { route: 'GET /content-workflow/content-tags', params: {} },
    { route: 'GET /content-workflow/content-items/{id}/versions', params: { id: itemId } },
    { route: 'GET /content-workflow/content-items/{id}/comments', params: { id: itemId } },
    { route: 'GET /content-workflow/content-items/{id}/images', params: { id: itemId } },
    { route: 'GET /gtm-schedule/events', params: {}, query: { start_date: DAY, end_date: DAY } },
    { route: 'GET /gtm-schedule/campaigns', params: {} },
    { route: 'GET /gtm-schedule/series', params: {} },
    { route: 'GET /gtm-schedule/series/{id}/events', params: { id: idOf(series) } },
  ];
}
