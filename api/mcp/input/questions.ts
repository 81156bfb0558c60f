import { listAgents } from '../../../domain/agents/operations/reads.ts';
import { listBrandVoices } from '../../../domain/brand-voices/operations/reads.ts';
import { invoke } from '../../../domain/kernel/invoke.ts';
import type { McpContext } from '../context.ts';
import { visible } from '../handlers/permitted.ts';
import type { ElicitRequest, ToolInput } from '../tool-options.ts';
import type { Answer } from './request-state.ts';

/** Records that a user can choose from: as many as a form shows with sense. */
const MAX_CHOICES = 50;
const NONE = 'none';

type Given = Record<string, unknown>;

/** A question to the user of a client. */
export interface Question {
  /** Its name; that of the argument that the answer becomes, if it becomes one. */
  key: string;
  request: ElicitRequest;
  /** The price that it asks the user to agree to, credits. */
  credits?: number;
  /** The arguments with the answer; null for one that is none, or that declines. */
  answered(given: Given, answer: Answer): Given | null;
}

/** What a call needs to be asked for. */
interface Asking {
  context: McpContext;
  /** Arguments without which the tool cannot be called, and that it has not got. */
  missing: readonly string[];
  /** What else the tool asks for. */
  input: ToolInput | undefined;
  given: Given;
  confirmAbove: number;
}

/** The questions that a call raises, answered ones included; none where the caller may not see what to choose from. */
export async function questionsOf({ context, missing, input, given, confirmAbove }: Asking): Promise<Question[]> {
  const price = await input?.credits?.(context, given);
  const questions = await Promise.all([
    missing.includes('agent_id') ? chosenAgent(context, given) : undefined,
    missing.includes('brand_voice_id')
      ? chosenVoice(context)
      : optionalVoice(context, given, await input?.brandVoiceIn?.(context, given)),
    price !== undefined && price > confirmAbove ? consentTo(price) : undefined,
  ]);
  return questions.filter((question) => question !== undefined);
}

async function chosenAgent({ deps, call }: McpContext, { slug }: Given): Promise<Question | undefined> {
  const input = { active_only: true, per_page: MAX_CHOICES };
  const found = await visible(invoke(deps, call, listAgents, { input }));
  const fitting = found?.rows.filter(({ capabilities }) => {
    return typeof slug !== 'string' || !capabilities || capabilities.includes(slug);
  });
  if (!fitting || fitting.length === 0) return undefined;
  return choice('agent_id', 'Which agent is it?', fitting.map(optionOf), (given, value) => ({
    ...given,
    agent_id: value,
  }));
}

async function chosenVoice(context: McpContext): Promise<Question | undefined> {
  const options = await voices(context);
  if (options.length === 0) return undefined;
  return choice('brand_voice_id', 'Which brand voice is it?', options, (given, value) => ({
    ...given,
    brand_voice_id: value,
  }));
}

/** The voice of a text is chosen where there are several and the call names none; `place` is the object that names it. */
async function optionalVoice(
  context: McpContext,
  given: Given,
  place: string | undefined,
): Promise<Question | undefined> {
  if (place === undefined) return undefined;
  const within = place === 'arguments' ? given : (given[place] ?? {});
  if (typeof within !== 'object' || within === null) return undefined;
  if (['brand_voice_id', 'brand_voice_product_id'].some((name) => Object.hasOwn(within, name))) return undefined;
  const options = await voices(context);
  if (options.length < 2) return undefined;
  const none = { const: NONE, title: 'None of them' };
  return choice('brand_voice_id', 'In which brand voice is it to be written?', [...options, none], (asked, value) => {
    if (place === 'arguments') return { ...asked, brand_voice_id: value };
    return { ...asked, [place]: { ...(asked[place] as Given | undefined), brand_voice_id: value } };
  });
}

async function voices({ deps, call }: McpContext): Promise<Option[]> {
  const found = await visible(invoke(deps, call, listBrandVoices, { input: { per_page: MAX_CHOICES } }));
  return found?.rows.map(optionOf) ?? [];
}

interface Option {
  const: string;
  title: string;
}

function optionOf({ id, name }: { id: number; name: string }): Option {
  return { const: String(id), title: name };
}

function choice(
  key: string,
  message: string,
  options: readonly Option[],
  put: (given: Given, id: number | null) => Given,
): Question {
  return {
    key,
    request: form(message, key, { type: 'string', oneOf: options }),
    answered(given, value) {
      if (value === NONE) return options.some(({ const: known }) => known === NONE) ? put(given, null) : null;
      // The record is looked up, and its owner checked, as if the model had named it.
      return /^[1-9]\d{0,14}$/.test(String(value)) ? put(given, Number(value)) : null;
    },
  };
}

/** Key of the question whether a price is agreed to. */
const CONSENT = 'confirm';

function consentTo(credits: number): Question {
  const schema = { type: 'boolean', title: `Spend up to ${credits} credits` };
  return {
    key: CONSENT,
    request: form(`This costs up to ${credits} credits. Is it to be done?`, CONSENT, schema),
    credits,
    answered: (given, value) => (value === true ? given : null),
  };
}

function form(message: string, key: string, schema: object): ElicitRequest {
  return {
    method: 'elicitation/create',
    params: {
      mode: 'form',
      message,
      requestedSchema: { type: 'object', properties: { [key]: schema }, required: [key] },
    },
  };
}
