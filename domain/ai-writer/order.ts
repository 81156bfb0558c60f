import { chosenVoice, voiceContext } from '../brand-voices/target.ts';
import { requirePrompts } from '../capabilities/request.ts';
import { type Call, isSandbox } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import { partnerOf } from '../kernel/invoke.ts';
import { references } from '../kernel/references.ts';
import { recordId } from '../kernel/schema.ts';
import { findPartner } from '../partners/store.ts';
import { getTemplate } from './catalogue.ts';
import { hasPremium } from './rules.ts';
import { blankFields, promptFields, toneOf, type WriterBody } from './schema.ts';
import type { NewMessage } from './store.ts';

/** Throws FORBIDDEN for a premium template on a plan without them. */
export async function requirePlan({ db }: Pick<Deps, 'db'>, call: Call, slug: string): Promise<void> {
  if (!getTemplate(slug).premium) return;
  const partner = await findPartner(db, partnerOf(call));
  if (partner && hasPremium(partner.plan)) return;
  throw new AppError('FORBIDDEN', 'Premium templates need the plan business or above.');
}

/** The brand voice and the product that a body names. */
export const referencedVoice = references(
  { company: recordId, product: recordId },
  (deps, call, { company, product }) =>
    chosenVoice(deps, call, { voiceId: company, productId: product, productField: 'product' }),
);

/**
 * Builds a message from a body. Throws NOT_FOUND, FORBIDDEN and VALIDATION_ERROR for records, FORBIDDEN for the plan, and
 * PRECONDITION_FAILED for blank fields.
 */
export async function messageOf(deps: Pick<Deps, 'db'>, call: Call, body: WriterBody): Promise<NewMessage> {
  const { post_type, language, company = null, product = null } = body;
  const voice = await chosenVoice(deps, call, { voiceId: company, productId: product, productField: 'product' });
  await requirePlan(deps, call, post_type);
  requirePrompts(blankFields(body));
  return {
    partner_id: partnerOf(call),
    post_type,
    fields: promptFields(body),
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
