import { bigint, oneOf, type Row, table, text, timestamp } from '../../infra/database/table.ts';
import { CHANGE_ACTIONS, CHANGE_KINDS } from '../kernel/change-events.ts';
import { DAY_MS } from '../kernel/durations.ts';

/** Missed changes can be replayed for this long, milliseconds. */
export const REPLAY_MS = 600_000;

/** A partner's sequence of changes; only followed partners have one. The table's name comes from its first readers, MCP sessions. */
export const changeFeedTable = table(
  'mcp_feed',
  {
    partner_id: bigint().key(),
    sequence: bigint(),
    followed_until: timestamp(),
  },
  { because: 'One row for each partner.' },
  { personal: [] },
);

/** A change for the followers of a partner. */
export const changeTable = table(
  'mcp_change',
  {
    partner_id: bigint().key(),
    sequence: bigint().key(),
    /** The list that changed; `resource`: the resource in `uri`. */
    kind: oneOf(CHANGE_KINDS, 9),
    uri: text().nullable(),
    /** Action on the resource; null: unknown. */
    action: oneOf(CHANGE_ACTIONS, 7).nullable(),
    created_at: timestamp(),
  },
  { since: 'created_at', days: REPLAY_MS / DAY_MS, key: 'ctid' },
  { personal: [] },
);
export type ChangeRow = Row<typeof changeTable>;
