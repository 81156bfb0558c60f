import { notificationResource } from '../../api/notifications/area.ts';
import { page } from '../../api/resource.ts';
import { withDatabase } from '../environment/database.ts';
import { read, request } from '../environment/http.ts';
import type { AreaSamples } from './sample.ts';

export const samples: AreaSamples = {
  records: {
    '/app/notifications/{id}': {
      async make({ id, console: key }) {
        // Only mentions need nothing but a person; nothing makes them yet.
        await withDatabase((client) =>
          client.query(
            `INSERT INTO notification (partner_id, user_id, kind, in_page, by_mail, created_at)
             SELECT partner_id, id, 'mention', true, false, now() FROM app_user WHERE partner_id = $1`,
            [id],
          ),
        );
        const list = await request('GET /app/notifications', { key });
        return read(list, page(notificationResource).schema).data[0]?.id ?? 0;
      },
    },
  },
  inputs: {
    'POST /app/notifications/read': {
      input: { up_to: 1 },
      references: { up_to: { none: 'A position in the list, not a record.' } },
    },
    'PATCH /app/me/notification-settings': { input: { mention: { by_mail: false } } },
  },
};
