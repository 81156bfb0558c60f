/** Five calls through the generated client, which is made beside this file. */
import { client } from './client/client.gen.ts';
import { executeCapability, getExecution, getUsage, listCapabilities, listExecutionAssets } from './client/sdk.gen.ts';

declare const process: { env: Record<string, string | undefined> };

const ENDED = ['completed', 'failed', 'cancelled'];

client.setConfig({ baseUrl: process.env['BASE_URL'], auth: process.env['API_KEY'], throwOnError: true });

const capabilities = await listCapabilities({ query: { category: 'generation' }, throwOnError: true });
const slug = capabilities.data.data.find(({ attributes }) => attributes.slug === 'blog_post')?.attributes.slug;
if (slug === undefined) throw new Error('The catalogue has no blog posts.');

const started = await executeCapability({
  path: { slug },
  body: { settings: { topic: 'Generated clients' }, priority: 'high' },
  throwOnError: true,
});
const { id } = started.data.data;

let status: string = started.data.data.attributes.status;
for (let asked = 0; !ENDED.includes(status) && asked < 300; asked += 1) {
  await new Promise((resolve) => setTimeout(resolve, 200));
  status = (await getExecution({ path: { id }, throwOnError: true })).data.data.attributes.status;
}
if (status !== 'completed') throw new Error(`The execution is ${status}.`);

const assets = await listExecutionAssets({ path: { id }, throwOnError: true });
const [item] = assets.data.data.content_items;
if (!item?.attributes.title) throw new Error('It made nothing.');

const usage = await getUsage({ throwOnError: true });
if (usage.data.data.attributes.credits.used_today < 1) throw new Error('It cost nothing.');
