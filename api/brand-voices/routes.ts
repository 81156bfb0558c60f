import { createBrandVoice } from '../../domain/brand-voices/operations/create-brand-voice.ts';
import { deleteBrandVoice } from '../../domain/brand-voices/operations/delete-brand-voice.ts';
import { getBrandVoice } from '../../domain/brand-voices/operations/get-brand-voice.ts';
import { listBrandVoices } from '../../domain/brand-voices/operations/list-brand-voices.ts';
import { updateBrandVoice } from '../../domain/brand-voices/operations/update-brand-voice.ts';
import { one, pageWithRange } from '../resource.ts';
import { route } from '../route.ts';
import { brandVoiceResource } from './resource.ts';

const PREFIX = '/content-workflow/brand-voices';

export const listBrandVoicesRoute = route({
  method: 'GET',
  path: PREFIX,
  summary: 'List brand voices with their products, newest first',
  operation: listBrandVoices,
  body: pageWithRange(brandVoiceResource),
});

export const createBrandVoiceRoute = route({
  method: 'POST',
  path: PREFIX,
  summary: 'Add a brand voice',
  extension: true,
  operation: createBrandVoice,
  status: 201,
  body: one(brandVoiceResource),
});

export const getBrandVoiceRoute = route({
  method: 'GET',
  path: `${PREFIX}/{id}`,
  summary: 'One brand voice with its products',
  operation: getBrandVoice,
  body: one(brandVoiceResource),
});

export const updateBrandVoiceRoute = route({
  method: 'PATCH',
  path: `${PREFIX}/{id}`,
  summary: 'Change a brand voice; a list of products replaces the one before',
  extension: true,
  operation: updateBrandVoice,
  body: one(brandVoiceResource),
});

export const deleteBrandVoiceRoute = route({
  method: 'DELETE',
  path: `${PREFIX}/{id}`,
  summary: 'Remove a brand voice with its products',
  extension: true,
  operation: deleteBrandVoice,
});
