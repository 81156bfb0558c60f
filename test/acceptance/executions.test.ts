import { expect, test } from '@jest/globals';
import { complete } from '../environment/executions.ts';
import { newPartner } from '../environment/partners.ts';

test('a blog post', async () => {
  const partner = await newPartner();
  const execution = await complete(partner, 'blog_post', {
    settings: { topic: 'Cloud cost control for SaaS vendors' },
  });
  expect(execution.attributes.credits_used).toBe(10);
});
