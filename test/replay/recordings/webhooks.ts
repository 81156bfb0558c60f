import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { WEBHOOK_ENDPOINT } from '../../../workflows/webhook-endpoint/contract.ts';
import { waitUntil } from '../../environment/wait-until.ts';
import type { Recorder } from '../recorder.ts';

/** An endpoint that fails first and gets a retry; one that accepts at once has no run. */
export async function recordWebhooks(recorder: Recorder): Promise<void> {
  let failures = 1;
  const receiver = createServer((request, response) => {
    request.resume().once('end', () => response.writeHead(failures-- > 0 ? 500 : 204).end());
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const { port } = receiver.address() as AddressInfo;
  const id = await recorder.create('/partners/webhooks', {
    url: `http://127.0.0.1:${port}/`,
    events: ['listing.updated'],
  });
  await recorder.publishEvent();
  await waitUntil('the retry', async () => (await waitingDeliveries(recorder, id)) === 0);
  await recorder.save(WEBHOOK_ENDPOINT, 'delivered-by-retry', id);
  receiver.close();
}

async function waitingDeliveries(recorder: Recorder, id: number): Promise<number> {
  const answer = await recorder.call('GET', `/partners/webhooks/${id}/deliveries?status=pending`);
  return z.object({ data: z.array(z.unknown()) }).parse(answer).data.length;
}
