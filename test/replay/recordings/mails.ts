import { MAIL_DELIVERY } from '../../../workflows/mail-delivery/contract.ts';
import { sendOk } from '../../environment/client.ts';
import { type Recorder, TOPIC } from '../recorder.ts';

/** People whose passwords an administrator changes: one mail is taken, one is refused. */
export async function recordMails(recorder: Recorder): Promise<void> {
  const { admin_key, partner_id } = recorder.stack.credentials;
  const users = `/3pi-partners/${partner_id}/users`;
  const refused = 'nobody@example.com';
  const replies = new URL('/__sandbox/faults', recorder.stack.urls.sandboxMailUrl);
  await sendOk(replies, { method: 'PUT', body: [{ recipient: refused, code: 550 }] });
  for (const [index, email] of ['somebody@example.com', refused].entries()) {
    const user = { email, name: TOPIC, role: 'viewer', password: 'correct horse battery' };
    const id = await recorder.create(users, user, admin_key);
    await recorder.callAsAdmin('PATCH', `${users}/${id}`, { password: 'another long password' });
    await recorder.save(MAIL_DELIVERY, index === 0 ? 'sent' : 'refused', index + 1);
  }
  await sendOk(replies, { method: 'PUT', body: [] });
}
