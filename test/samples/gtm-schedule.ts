import { gtmCampaignResource, gtmEventResource, gtmSeriesResource } from '../../api/gtm-schedule/resource.ts';
import { one } from '../../api/resource.ts';
import { read } from '../environment/http.ts';
import type { AreaSamples, SamplePartner } from './sample.ts';

const EVENT = { title: 'Launch', scheduled_at: '2026-05-04T09:00:00Z', event_type: 'webinar', channel: 'email' };
const DAYS = { start_date: '2026-05-01', end_date: '2026-05-31' };
const CAMPAIGN = '/gtm-schedule/campaigns/{id}';
const SERIES = { ...EVENT, recurrence: 'FREQ=WEEKLY;COUNT=2' };
const IMPORT = {
  format: 'csv',
  content: 'title,scheduled_at\nLaunch,2026-05-04',
  event_type: 'webinar',
  channel: 'email',
};
const RECORDS = { campaign_id: CAMPAIGN, content_item_id: '/content-workflow/content-items/{id}' };

export const samples: AreaSamples = {
  records: {
    '/gtm-schedule/events/{id}': {
      async make(partner) {
        const reply = await partner.request('POST /gtm-schedule/events', { body: EVENT });
        return read(reply, one(gtmEventResource).schema).data.id;
      },
      unknown: 'evt_9007199254740991',
    },
    '/gtm-schedule/campaigns/{id}': {
      async make(partner: SamplePartner) {
        const reply = await partner.request('POST /gtm-schedule/campaigns', { body: { name: 'Spring' } });
        return read(reply, one(gtmCampaignResource).schema).data.id;
      },
    },
    '/gtm-schedule/series/{id}': {
      async make(partner: SamplePartner) {
        const reply = await partner.request('POST /gtm-schedule/series', { body: SERIES });
        return read(reply, one(gtmSeriesResource).schema).data.id;
      },
    },
  },
  inputs: {
    'GET /gtm-schedule/events': { input: DAYS, references: { campaign_id: CAMPAIGN } },
    'POST /gtm-schedule/events': { input: EVENT, references: RECORDS },
    'PATCH /gtm-schedule/events/{id}': { input: { title: 'Later' }, references: RECORDS },
    'POST /gtm-schedule/series': { input: SERIES, references: RECORDS },
    'PATCH /gtm-schedule/series/{id}': { input: { title: 'Later' }, references: RECORDS },
    'POST /gtm-schedule/series/{id}/cancel': { input: { from: '2026-05-11T09:00:00Z' } },
    'POST /gtm-schedule/imports/preview': { input: IMPORT, references: { campaign_id: CAMPAIGN } },
    'POST /gtm-schedule/imports': { input: IMPORT, references: { campaign_id: CAMPAIGN } },
    'GET /gtm-schedule/export': { input: { ...DAYS, format: 'json' }, references: { campaign_id: CAMPAIGN } },
    'POST /gtm-schedule/campaigns': { input: { name: 'Sample' } },
    'PATCH /gtm-schedule/campaigns/{id}': { input: { name: 'Summer' } },
    'POST /gtm-schedule/subscription': { references: { 'filters.campaign_id': CAMPAIGN } },
  },
};
