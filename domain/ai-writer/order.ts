import { chosenVoice, voiceContext } from '../brand-voices/target.ts';
import { requirePrompts } from '../capabilities/request.ts';
import { type Call, isSandbox } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import { partnerOf } from '../kernel/invoke.ts';
import { references } from '../kernel/references.ts';
import { recordId } from '../kernel/schema.ts';
import { findPartner } from '../partners/store.ts';
import { findTemplate, getTemplate } from './catalogue.ts';
import { pin, type TemplateOfOrder } from './own/pinned.ts';
import { blankValues, promptValues } from './own/values.ts';
import { hasPremium } from './rules.ts';
import { blankFields, postType, promptFields, toneOf, type WriterBody } from './schema.ts';
import type { NewMessage } from './store.ts';
import type { WriterTemplateRow } from './table.ts';

/** Throws FORBIDDEN for a premium template on a plan without them; none of the partner's own is premium. */
export async function requirePlan(
  { db }: Pick<Deps, 'db'>,
  call: Call,
  { post_type, template }: TemplateOfOrder,
): Promise<void> {
  if (template !== null || !getTemplate(post_type).premium) return;
  const partner = await findPartner(db, partnerOf(call));
  if (partner && hasPremium(partner.plan)) return;
  throw new AppError('FORBIDDEN', 'Premium templates need the plan business or above.');
}

/** The brand voice and the product that a body names, and whether the plan has its template. */
export const namedInOrder = references(
  { company: recordId, product: recordId, post_type: postType },
  async (deps, call, { company, product, post_type = '' }) => {
    await chosenVoice(deps, call, { voiceId: company, productId: product, productField: 'product' });
    if (findTemplate(post_type)) await requirePlan(deps, call, { post_type, template: null });
  },
);

/**
 * Builds a message from a body. Throws NOT_FOUND, FORBIDDEN and VALIDATION_ERROR for records, FORBIDDEN for the plan, and
 * PRECONDITION_FAILED for blank fields. `own` is the partner's own template that the body names; null: one of the platform's.
 */
export async function messageOf(
  deps: Pick<Deps, 'db'>,
  call: Call,
  body: WriterBody,
  own: WriterTemplateRow | null,
): Promise<NewMessage> {
  const { post_type, language, company = null, product = null } = body;
  const voice = await chosenVoice(deps, call, { voiceId: company, productId: product, productField: 'product' });
  const template = own && pin(own);
  await requirePlan(deps, call, { post_type, template });
  requirePrompts(own ? blankValues(body, own) : blankFields(body));
  return {
    partner_id: partnerOf(call),
    post_type,
    template,
    fields: own ? promptValues(body, own) : promptFields(body),
    language,
    tone: toneOf(body, voice?.voice.tone),
    company,
    product,
    context: voiceContext(voice),
    creativity: body.creativity,
    maximum_length: body.maximum_length,
    number_of_results: body.number_of_results,
    sandbox: isSandbox(call),
  };
}
