import { bigint, oneOf, type Row, table, text, timestamp } from '../../infra/database/table.ts';
import { CHANGE_ACTIONS, CHANGE_KINDS } from '../kernel/change-events.ts';

/** Changes that a stream missed are told again for this long. */
export const REPLAY_MS = 600_000;
const DAY_MS = 86_400_000;

/** Where a partner's changes are numbered; nothing is written down for partners that nobody follows. Named after its first readers. */
export const changeFeedTable = table('mcp_feed', {
  partner_id: bigint().key(),
  sequence: bigint(),
  followed_until: timestamp(),
});

/** Something that those who follow a partner are told of. */
export const changeTable = table(
  'mcp_change',
  {
    partner_id: bigint().key(),
    sequence: bigint().key(),
    /** Which list changed; `resource`: the one that `uri` names. */
    kind: oneOf(CHANGE_KINDS, 9),
    uri: text().nullable(),
    /** What became of the resource; null: nobody said. */
    action: oneOf(CHANGE_ACTIONS, 7).nullable(),
    created_at: timestamp(),
  },
  { since: 'created_at', days: REPLAY_MS / DAY_MS, key: 'ctid' },
);
export type ChangeRow = Row<typeof changeTable>;
