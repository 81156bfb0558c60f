import type { CallToolResult } from '@modelcontextprotocol/server';
import type { McpContext } from '../context.ts';
import type { InputRequired, ToolInput } from '../tool-options.ts';
import { type ClientInput, responseTo } from './client-input.ts';
import { type Question, questionsOf } from './questions.ts';
import { type Answer, type AskedCall, answerSchema, openState, type RequestState, sealState } from './request-state.ts';

/** A call that may need something of its user. */
interface Incomplete extends AskedCall {
  /** Arguments without which the tool cannot be called, and that it has not got. */
  missing: readonly string[];
  /** What else the tool asks for. */
  input: ToolInput | undefined;
  /** Whether the arguments would be valid. */
  isValid(given: Record<string, unknown>): boolean;
}

/** The arguments with what the user has said, or the answer to a call that cannot go on. */
type Completed = { given: Record<string, unknown> } | { answer: InputRequired | CallToolResult };

/**
 * Asks the user of a client for what a call lacks: a record to choose, or consent to its price. Clients that cannot ask,
 * and calls that are wrong otherwise, go on as they are. Throws -32602 for answers that are none, and for a state that is
 * not of this call.
 */
export async function completeArguments(context: McpContext, call: Incomplete): Promise<Completed> {
  const { given } = call;
  const sent = context.input;
  if (!sent) return { given };
  const state = sent.state === undefined ? undefined : openState(context, call, sent.state);
  const isComplete = call.missing.length === 0 && call.input === undefined;
  if (isComplete || !call.isValid(withPlaceholders(call))) return { given };
  const answers = answersTo(sent, state);
  if ('refused' in answers) return { answer: refusal(answers.refused) };
  const questions = await questionsOf({ ...call, context, confirmAbove: sent.confirmAbove });
  let complete = given;
  const open: Question[] = [];
  for (const question of questions) {
    const answer = isAbout(question, state) ? answers.given[question.key] : undefined;
    if (question.credits !== undefined && answer === false) return { answer: refusal('decline') };
    const next = answer === undefined ? null : question.answered(complete, answer);
    if (next) complete = next;
    else open.push(question);
  }
  if (open.length === 0) return { given: complete };
  return { answer: ask(context, call, { questions, open, answers: answers.given }) };
}

type Answers = Record<string, Answer>;

/** What the user has said, now and before. */
function answersTo(
  sent: ClientInput,
  state: RequestState | undefined,
): { given: Answers } | { refused: 'decline' | 'cancel' } {
  const given: Answers = { ...state?.answers };
  // Without its state nothing was asked.
  for (const key of state?.asked ?? []) {
    const said = responseTo(key, sent);
    if (said && said.action !== 'accept') return { refused: said.action };
    const value = answerSchema.safeParse(said?.content?.[key]);
    if (value.success) given[key] = value.data;
  }
  return { given };
}

/** Whether an answer is to this question: consent to a lower price is not. */
function isAbout({ credits }: Question, state: RequestState | undefined): boolean {
  return credits === undefined || (state?.credits ?? -1) >= credits;
}

function ask(
  context: McpContext,
  call: AskedCall,
  { questions, open, answers }: { questions: Question[]; open: Question[]; answers: Answers },
): InputRequired {
  const credits = questions.find((question) => question.credits !== undefined)?.credits ?? null;
  const keys = open.map(({ key }) => key);
  const kept = Object.fromEntries(Object.entries(answers).filter(([key]) => !keys.includes(key)));
  return {
    resultType: 'input_required',
    inputRequests: Object.fromEntries(open.map(({ key, request }) => [key, request])),
    requestState: sealState(context, call, { asked: keys, answers: kept, credits }),
  };
}

/** The arguments as they would be with an answer, to see whether all others are valid. */
function withPlaceholders({ given, missing }: Incomplete): Record<string, unknown> {
  return { ...given, ...Object.fromEntries(missing.map((name) => [name, 1])) };
}

const REFUSALS = {
  decline: 'The user declined.',
  cancel: 'The user closed the question without an answer.',
} as const;

function refusal(action: keyof typeof REFUSALS): CallToolResult {
  const text = `${REFUSALS[action]} Nothing was started, and nothing was charged.`;
  return { content: [{ type: 'text', text }], isError: true };
}
