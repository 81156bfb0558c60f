import { eachOf } from '../each-of.ts';
import { get, type Load, type LoadPartner, make, post } from './load-partner.ts';

/** As many as a partner may keep open in a process. */
const STREAMS = 200;
/** As many as one request may move. */
const ITEMS = 100;

const BOARD = '/content-workflow/kanban';
const items = (partner: LoadPartner) =>
  eachOf(
    Array.from({ length: ITEMS }, (_, index) => index),
    8,
    (index) => make(partner, '/content-workflow/content-items', { title: `Item ${index}`, body: 'A text.' }),
  );

/** Changes that all open streams of a partner show at once. */
export const STREAM_LOADS: readonly Load[] = [
  {
    name: '200 streams that show each move',
    atOnce: 1,
    expected: [200],
    streams: Array.from({ length: STREAMS }, () => get(`${BOARD}/events`)),
    requests: async (partner) => {
      const content_ids = await items(partner);
      return ['review', 'generated'].map((status) => post(`${BOARD}/bulk-status`, { content_ids, status }));
    },
  },
];
