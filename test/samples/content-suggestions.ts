import { contentItemOf } from '../environment/executions.ts';
import type { AreaSamples, SamplePartner } from './sample.ts';

/** A passage that the sample item has. */
async function firstWord(partner: SamplePartner): Promise<object> {
  const { body } = await contentItemOf(partner, Number(await partner.idOf('/content-workflow/content-items/{id}')));
  return { action: 'improve', anchor: { quote: body.slice(0, 20) } };
}

export const samples: AreaSamples = {
  inputs: { 'POST /content-workflow/content-items/{id}/rewrite': { input: firstWord } },
};
