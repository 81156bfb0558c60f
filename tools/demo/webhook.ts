import { isSigned, startReceiver } from '../../test/environment/receiver.ts';
import { waitUntil } from '../../test/environment/wait-until.ts';
import { execute, type Stage } from './scenes.ts';

const WEBHOOKS = '/partners/webhooks';
const RECEIPT_LIMIT_MS = 60_000;

/** An endpoint receives the events of an execution and verifies their signature. */
export async function webhook(stage: Stage): Promise<void> {
  const { api, screen, docs } = stage;
  screen.scene('A webhook');
  if (!docs.local) {
    screen.line('The service runs elsewhere; it could not reach an address on this machine.');
    return;
  }
  await using receiver = await startReceiver();
  const body = { url: receiver.url, events: ['content.generated'] };
  const { data, meta } = await api.post<{ data: { id: number }; meta: { secret: string } }>(WEBHOOKS, body);
  receiver.respond = (request) => ({ status: isSigned(request, meta.secret) ? 204 : 401 });
  screen.fact('added', `webhook ${data.id} for content.generated; its secret is shown this once`);
  try {
    await execute(stage, 'blog_post', { topic: 'signed webhooks' });
    const got = await waitUntil('the webhook', () => receiver.received[0], { limitMs: RECEIPT_LIMIT_MS });
    screen.fact('received', `${got.headers['x-service-event']}, ${got.body.length} bytes, id ${got.id}`);
    screen.fact(
      'signature',
      isSigned(got, meta.secret) ? screen.good('HMAC-SHA256 of the body fits the secret') : screen.warn('does not fit'),
    );
    screen.fact('read on', `${docs.origin}/docs/guides/webhooks`);
  } finally {
    await api.remove(`${WEBHOOKS}/${data.id}`);
  }
}
