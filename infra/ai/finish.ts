import { AiError, type AiErrorKind } from './port.ts';

/** What a finish reason says of an answer: it is whole, or why it is not. */
interface FinishReason {
  means: 'whole' | AiErrorKind;
  /** Who sends it, and where that is documented or was seen. */
  from: string;
}

const OPENAI = 'OpenAI: https://platform.openai.com/docs/api-reference/chat/object';
const ANTHROPIC = 'Anthropic, through proxies: https://docs.anthropic.com/en/api/handling-stop-reasons';
const GEMINI = 'Gemini, which passes its own names on: https://ai.google.dev/api/generate-content#FinishReason';
const COHERE = 'Cohere, through proxies: https://docs.cohere.com/reference/chat';
const MISTRAL = 'Mistral: https://docs.mistral.ai/api (FinishReason)';
const ZHIPU = 'Zhipu: https://docs.bigmodel.cn/api-reference';
const BEDROCK =
  'Bedrock, through proxies: https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html';

/** Finish reasons in lower case (Gemini and Cohere write capitals). What is not listed is no whole answer. */
export const FINISH_REASONS: Readonly<Record<string, FinishReason>> = {
  stop: { means: 'whole', from: OPENAI },
  eos: { means: 'whole', from: 'Together AI: https://docs.together.ai/reference/chat-completions-1' },
  eos_token: {
    means: 'whole',
    from: 'text-generation-inference before 2.2: https://github.com/huggingface/text-generation-inference/pull/2344',
  },
  stop_sequence: { means: 'whole', from: ANTHROPIC },
  end_turn: { means: 'whole', from: ANTHROPIC },
  complete: { means: 'whole', from: COHERE },

  length: { means: 'too_long', from: OPENAI },
  max_tokens: { means: 'too_long', from: `${ANTHROPIC}; ${GEMINI}` },
  model_length: { means: 'context_too_long', from: MISTRAL },
  model_context_window_exceeded: { means: 'context_too_long', from: `${ZHIPU}; ${ANTHROPIC}` },

  content_filter: { means: 'refused', from: OPENAI },
  refusal: { means: 'refused', from: ANTHROPIC },
  safety: { means: 'refused', from: GEMINI },
  recitation: { means: 'refused', from: GEMINI },
  blocklist: { means: 'refused', from: GEMINI },
  prohibited_content: { means: 'refused', from: GEMINI },
  spii: { means: 'refused', from: GEMINI },
  sensitive: { means: 'refused', from: ZHIPU },
  error_toxic: { means: 'refused', from: COHERE },
  guardrail_intervened: { means: 'refused', from: BEDROCK },

  // No request of ours has tools.
  tool_calls: { means: 'malformed', from: OPENAI },
  function_call: { means: 'malformed', from: OPENAI },
  tool_use: { means: 'malformed', from: ANTHROPIC },

  insufficient_system_resource: {
    means: 'overloaded',
    from: 'DeepSeek: https://api-docs.deepseek.com/api/create-chat-completion',
  },
  abort: {
    means: 'cut_off',
    from: 'vLLM: https://github.com/vllm-project/vllm/blob/main/vllm/v1/engine/__init__.py (FinishReason)',
  },
  error: {
    means: 'cut_off',
    from: `${MISTRAL}; OpenRouter: https://openrouter.ai/docs/api/reference/errors-and-debugging`,
  },
  network_error: { means: 'cut_off', from: ZHIPU },
};

const SENTENCES: Partial<Record<AiErrorKind, string>> = {
  too_long: 'The answer did not fit into its tokens',
  context_too_long: 'The request and its answer are longer than the model can take',
  refused: 'The AI provider refused the request',
  overloaded: 'The AI provider had no capacity to finish its answer',
  malformed: 'The model called a tool instead of answering',
};

/** Names of an API look like this; a sentence does not belong into an error. */
const NAME = /^\w{1,40}$/;

/** Throws AiError unless the answer is whole: without a finish reason, or with an unknown one, it is cut off. */
export function checkFinish(finishReason: unknown): void {
  if (finishReason === undefined || finishReason === null || finishReason === '') {
    throw new AiError('cut_off', 'The answer of the AI provider ended early, without a finish_reason');
  }
  const name = typeof finishReason === 'object' ? 'unreadable' : String(finishReason);
  const key = name.toLowerCase();
  const means = Object.hasOwn(FINISH_REASONS, key) ? FINISH_REASONS[key]?.means : undefined;
  if (means === 'whole') return;
  const kind = means ?? 'cut_off';
  const shown = NAME.test(name) ? name : 'unreadable';
  const sentence = SENTENCES[kind] ?? 'The AI provider ended its answer before it was whole';
  const problem = { status: undefined, code: shown, param: undefined };
  throw new AiError(kind, `${sentence} (finish_reason ${shown})`, { problem });
}
