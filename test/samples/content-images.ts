import { contentImageResource } from '../../api/content-images/area.ts';
import { one } from '../../api/resource.ts';
import { read } from '../environment/http.ts';
import { pngOf } from '../environment/images.ts';
import type { AreaSamples, SamplePartner } from './sample.ts';

const ITEM = '/content-workflow/content-items/{id}';
const IMAGE = `${ITEM}/images/{image}`;
const INPUT = { content: pngOf(2, 1).toString('base64'), encoding: 'base64' };

async function makeImage(partner: SamplePartner): Promise<number> {
  const id = await partner.idOf(ITEM);
  const made = await partner.request(`POST ${ITEM}/images`, { params: { id }, body: INPUT });
  return read(made, one(contentImageResource).schema).data.id;
}

export const samples: AreaSamples = {
  records: { [IMAGE]: { make: makeImage } },
  inputs: {
    'POST /content-workflow/content-items/{id}/images': { input: INPUT },
    'PATCH /content-workflow/content-items/{id}/images/{image}': { input: { alt_text: 'A field.' } },
  },
};
