import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestService, type TestService } from '../../test/environment/service.ts';
import { listContentVersions } from '../content-items/operations/reads.ts';
import { updateContentItem } from '../content-items/operations/update-item.ts';
import { actorName, type Call } from '../kernel/call.ts';
import { createMessage } from './operations/create-message.ts';
import { saveText } from './operations/save-text.ts';

let service: TestService;
let call: Call;
let colleague: Call;
beforeAll(async () => {
  service = await startTestService();
  const partner = await service.createPartner();
  [{ call }, { call: colleague }] = [await service.createKey(partner), await service.createKey(partner)];
});
afterAll(() => service.stop());

async function save(): Promise<number> {
  const input = { post_type: 'post_generator', description: 'Audit trails' };
  const { id: message_id } = await service.run(call, createMessage, { input });
  return service.run(call, saveText, { input: { message_id, response: 'What an audit trail is for.' } });
}

async function versionsOf(id: number): Promise<[number, string][]> {
  const { rows } = await service.run(call, listContentVersions, { params: { id }, input: {} });
  return rows.map(({ version, edited_by }) => [version, edited_by]);
}

test('a saved text is by who saved it, and its later versions by who changed them', async () => {
  const id = await save();
  expect(await versionsOf(id)).toEqual([[1, actorName(call.actor)]]);
  await service.run(colleague, updateContentItem, { params: { id }, input: { body: 'Another text.' } });
  expect(await versionsOf(id)).toEqual([
    [2, actorName(colleague.actor)],
    [1, actorName(call.actor)],
  ]);
});

test('a text that was saved without a name is by the writer, not by an execution', async () => {
  const id = await save();
  await service.dataSource.query('DELETE FROM content_item_version WHERE content_item_id = $1', [id]);
  expect(await versionsOf(id)).toEqual([[1, 'ai_writer']]);
  await service.run(colleague, updateContentItem, { params: { id }, input: { body: 'Another text.' } });
  expect(await versionsOf(id)).toEqual([
    [2, actorName(colleague.actor)],
    [1, 'ai_writer'],
  ]);
});
