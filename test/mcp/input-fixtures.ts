import type { McpContext } from '../../api/mcp/context.ts';
import { responseTo } from '../../api/mcp/input/client-input.ts';
import { openState, type RequestState, sealState } from '../../api/mcp/input/request-state.ts';
import { CODES, RpcError } from '../../api/mcp/json-rpc.ts';
import type { InputRequired, ToolAnswer } from '../../api/mcp/tool-options.ts';
import { execute } from './task-fixtures.ts';

/** What a tool asks, one after the other: the text of a form's field, by its name. */
type Questions = readonly (readonly [key: string, message: string])[];

const NAME: Questions = [['name', 'What is your name?']];
const NAME_AND_COLOUR: Questions = [...NAME, ['colour', 'Which colour do you like?']];

/** The conformance suite's tools that ask their client's user, with the product's own state. */
export const INPUT_TOOLS = {
  test_input_required_result_elicitation: asking('test_input_required_result_elicitation', [
    ['user_name', 'What is your name?'],
  ]),
  test_input_required_result_request_state: asking('test_input_required_result_request_state', NAME),
  test_input_required_result_multi_round: asking('test_input_required_result_multi_round', NAME_AND_COLOUR),
  test_input_required_result_tampered_state: asking('test_input_required_result_tampered_state', NAME),
  // The title of what it makes has the name.
  test_tool_with_task: asking('test_tool_with_task', NAME, (context, name) =>
    execute(context, 'blog_post', { topic: String(name) }),
  ),
};

/** A tool that asks, and then answers, or does something with the last answer. */
function asking(
  tool: string,
  questions: Questions,
  end: (context: McpContext, last: unknown) => Promise<ToolAnswer> = async () => ({
    content: [{ type: 'text', text: `state-ok: ${questions.map(([key]) => key).join(', ')}` }],
  }),
) {
  return async (context: McpContext): Promise<ToolAnswer> => {
    const { input } = context;
    if (!input) throw new RpcError(CODES.invalidParams, 'The client cannot ask its user.');
    const call = { tool, given: {} };
    const state = input.state === undefined ? undefined : openState(context, call, input.state);
    const answered = Object.keys(state?.answers ?? {});
    const next = questions[answered.length];
    const said = next && responseTo(next[0], input);
    if (said) answered.push(next[0]);
    const open = questions[answered.length];
    if (!open) return end(context, said?.content?.[questions.at(-1)?.[0] ?? '']);
    const answers = Object.fromEntries(answered.map((key) => [key, true]));
    return ask(open, sealState(context, call, { asked: [open[0]], answers, credits: null } satisfies RequestState));
  };
}

function ask([key, message]: Questions[number], requestState: string): InputRequired {
  const requestedSchema = { type: 'object', properties: { [key]: { type: 'string' } }, required: [key] };
  return {
    resultType: 'input_required',
    inputRequests: { [key]: { method: 'elicitation/create', params: { mode: 'form', message, requestedSchema } } },
    requestState,
  };
}
