/** A request that a provider refuses, with a response body from a real report. */
interface Refused {
  /** A parameter that it does not take, `response_format.<type>`, or `system` for the role; null: all that it is asked. */
  parameter: string | null;
  status: number;
  body: unknown;
  /** Where the body was seen. */
  source: string;
}

/** How a provider behaves whose API is almost OpenAI's. */
export interface ProviderBehaviour {
  name: string;
  model: string;
  /** Some want a key, some must not be sent an empty one. */
  wantsKey: boolean;
  refuses: readonly Refused[];
  /** Where the model's reasoning stands in an answer. */
  reasoning: 'none' | 'field' | 'tags' | 'closing-tag' | 'parts';
  /** Tokens that the reasoning takes out of those that the answer may have. */
  reasoningTokens: number;
  /** How it answers who asks for JSON without a schema that it enforces. */
  looseJson: 'plain' | 'fenced' | 'wrapped';
  /** How a stream reports its tokens: in the last chunk, so far with each chunk (the last one counts), or inside the choice. */
  streamUsage: 'last' | 'cumulative' | 'in-choice';
  /** Where that form was seen. */
  streamUsageSource: string;
  /** The expected request shape after one structured answer. */
  learnt: { limit: string; temperature: boolean; structured: string; limitFactor: number };
}

const invalid = (message: string, param: string | null, code: string | null) => ({
  error: { message, type: 'invalid_request_error', param, code },
});

const NO_TEMPERATURE = invalid(
  "Unsupported value: 'temperature' does not support 0.2 with this model. Only the default (1) value is supported.",
  'temperature',
  'unsupported_value',
);

/** Providers by what is publicly known of them; the bodies are theirs, word for word but for values of the question. */
export const PROVIDERS: readonly ProviderBehaviour[] = [
  {
    name: "OpenAI's reasoning models",
    model: 'gpt-5-mini',
    wantsKey: true,
    refuses: [
      {
        parameter: 'temperature',
        status: 400,
        body: NO_TEMPERATURE,
        source: 'https://github.com/owndev/Open-WebUI-Functions/issues/98',
      },
      {
        parameter: 'max_tokens',
        status: 400,
        body: invalid(
          "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
          'max_tokens',
          'unsupported_parameter',
        ),
        source: 'https://github.com/griptape-ai/ComfyUI-Griptape/issues/312',
      },
    ],
    reasoning: 'none',
    reasoningTokens: 800,
    looseJson: 'plain',
    streamUsage: 'last',
    streamUsageSource: 'https://platform.openai.com/docs/api-reference/chat/create#chat_create-stream_options',
    learnt: { limit: 'max_completion_tokens', temperature: false, structured: 'json_schema', limitFactor: 2 },
  },
  {
    name: 'DeepSeek',
    model: 'deepseek-chat',
    wantsKey: true,
    refuses: [
      {
        parameter: 'response_format.json_schema',
        status: 400,
        body: invalid('This response_format type is unavailable now', null, 'invalid_request_error'),
        source: 'https://github.com/llm-exe/llm-exe/issues/662',
      },
    ],
    reasoning: 'field',
    reasoningTokens: 0,
    looseJson: 'plain',
    streamUsage: 'last',
    streamUsageSource: 'https://api-docs.deepseek.com/api/create-chat-completion',
    learnt: { limit: 'max_completion_tokens', temperature: true, structured: 'json_object', limitFactor: 1 },
  },
  {
    name: 'Mistral',
    model: 'mistral-large-latest',
    wantsKey: true,
    refuses: [
      {
        parameter: 'max_completion_tokens',
        status: 422,
        body: {
          object: 'error',
          message: {
            detail: [
              {
                type: 'extra_forbidden',
                loc: ['body', 'max_completion_tokens'],
                msg: 'Extra inputs are not permitted',
                input: 1000,
              },
            ],
          },
          type: 'invalid_request_error',
          param: null,
          code: null,
        },
        source: 'https://github.com/editor-code-assistant/eca/issues/231',
      },
    ],
    reasoning: 'parts',
    reasoningTokens: 0,
    looseJson: 'plain',
    streamUsage: 'last',
    streamUsageSource: 'https://docs.mistral.ai/api',
    learnt: { limit: 'max_tokens', temperature: true, structured: 'json_schema', limitFactor: 1 },
  },
  {
    name: 'Ollama',
    model: 'deepseek-r1:8b',
    wantsKey: false,
    refuses: [],
    reasoning: 'tags',
    reasoningTokens: 0,
    looseJson: 'fenced',
    streamUsage: 'last',
    streamUsageSource: 'https://github.com/ollama/ollama/blob/main/docs/openai.md',
    learnt: { limit: 'max_completion_tokens', temperature: true, structured: 'json_schema', limitFactor: 1 },
  },
  {
    // What older versions say, which knew only max_tokens, and whose validator writes as Python prints.
    name: 'vLLM',
    model: 'deepseek-ai/DeepSeek-R1-Distill-Qwen-32B',
    wantsKey: false,
    refuses: [
      {
        parameter: 'max_completion_tokens',
        status: 400,
        body: {
          object: 'error',
          message:
            "[{'type': 'extra_forbidden', 'loc': ('body', 'max_completion_tokens'), 'msg': 'Extra inputs are not permitted', 'input': 800}]",
          type: 'BadRequestError',
          param: null,
          code: 400,
        },
        source: 'https://github.com/1Panel-dev/MaxKB/issues/2912',
      },
    ],
    // https://github.com/vllm-project/vllm/issues/12999
    reasoning: 'closing-tag',
    reasoningTokens: 0,
    looseJson: 'fenced',
    streamUsage: 'cumulative',
    streamUsageSource:
      'https://github.com/vllm-project/vllm/blob/main/vllm/entrypoints/openai/protocol.py (continuous_usage_stats)',
    learnt: { limit: 'max_tokens', temperature: true, structured: 'json_schema', limitFactor: 1 },
  },
  {
    name: 'LM Studio',
    model: 'qwen3-8b',
    wantsKey: false,
    refuses: [
      {
        parameter: 'response_format.json_object',
        status: 400,
        body: { error: "'response_format.type' must be 'json_schema' or 'text'" },
        source: 'https://github.com/LoadShine/tada/issues/16',
      },
    ],
    reasoning: 'tags',
    reasoningTokens: 0,
    looseJson: 'wrapped',
    streamUsage: 'last',
    streamUsageSource: 'https://lmstudio.ai/docs/app/api/endpoints/openai',
    learnt: { limit: 'max_completion_tokens', temperature: true, structured: 'json_schema', limitFactor: 1 },
  },
  {
    name: 'Azure',
    model: 'our-gpt-5-deployment',
    wantsKey: true,
    refuses: [
      {
        parameter: 'response_format.json_schema',
        status: 400,
        body: {
          error: {
            message:
              'response_format value as json_schema is enabled only for api versions 2024-08-01-preview and later',
            type: '',
            param: '',
            code: 'BadRequest',
          },
        },
        source: 'https://github.com/langgenius/dify/issues/8994',
      },
      {
        parameter: 'temperature',
        status: 400,
        body: NO_TEMPERATURE,
        source: 'https://github.com/gabrii/Cursor-Azure-GPT-5/issues/33',
      },
    ],
    reasoning: 'none',
    reasoningTokens: 0,
    looseJson: 'plain',
    streamUsage: 'last',
    streamUsageSource: 'https://learn.microsoft.com/azure/ai-services/openai/reference',
    learnt: { limit: 'max_completion_tokens', temperature: false, structured: 'json_object', limitFactor: 1 },
  },
  {
    name: "Gemini's compatible endpoint",
    model: 'gemini-2.0-flash-exp',
    wantsKey: true,
    refuses: [
      {
        parameter: 'response_format.json_schema',
        status: 400,
        body: geminiUnknown('response_format'),
        source: 'https://github.com/yym68686/uni-api/issues/54',
      },
      {
        parameter: 'response_format.json_object',
        status: 400,
        body: geminiUnknown('response_format'),
        source: 'https://github.com/yym68686/uni-api/issues/54',
      },
    ],
    reasoning: 'none',
    reasoningTokens: 0,
    looseJson: 'fenced',
    streamUsage: 'cumulative',
    streamUsageSource: 'https://github.com/ogx-ai/ogx/issues/5122',
    learnt: { limit: 'max_completion_tokens', temperature: true, structured: 'words', limitFactor: 1 },
  },
  {
    name: 'Kimi of Moonshot',
    model: 'kimi-k2.5',
    wantsKey: true,
    refuses: [],
    reasoning: 'field',
    reasoningTokens: 0,
    looseJson: 'plain',
    streamUsage: 'in-choice',
    streamUsageSource: 'https://github.com/earendil-works/pi/issues/2017',
    learnt: { limit: 'max_completion_tokens', temperature: true, structured: 'json_schema', limitFactor: 1 },
  },
  {
    name: 'llama.cpp, where it can make no grammar of the schema',
    model: 'gpt-oss-120b',
    wantsKey: false,
    refuses: [
      {
        parameter: 'response_format.json_schema',
        status: 500,
        body: { error: { code: 500, message: 'failed to parse grammar', type: 'server_error' } },
        source: 'https://github.com/ggml-org/llama.cpp/pull/19349',
      },
    ],
    reasoning: 'none',
    reasoningTokens: 0,
    looseJson: 'fenced',
    streamUsage: 'last',
    streamUsageSource: 'https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md',
    learnt: { limit: 'max_completion_tokens', temperature: true, structured: 'json_object', limitFactor: 1 },
  },
];

function geminiUnknown(name: string): unknown {
  const message = `Invalid JSON payload received. Unknown name "${name}": Cannot find field.`;
  const fieldViolations = [{ description: message }];
  const details = [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations }];
  return [{ error: { code: 400, message, status: 'INVALID_ARGUMENT', details } }];
}

/** Refusals that no other request shape avoids, with the expected error of each. */
export const FINAL_REFUSALS: readonly (Refused & { name: string; kind: string; code: string; says: RegExp })[] = [
  {
    name: "OpenAI's quota is used up",
    parameter: null,
    status: 429,
    body: {
      error: {
        message: 'You exceeded your current quota, please check your plan and billing details.',
        type: 'insufficient_quota',
        param: null,
        code: 'insufficient_quota',
      },
    },
    source: 'https://github.com/ChatGPTNextWeb/NextChat/issues/3123',
    kind: 'quota',
    code: 'insufficient_quota',
    says: /no credit or quota left/,
  },
  {
    name: "OpenAI's quota is used up, in its older body",
    parameter: null,
    status: 429,
    body: {
      error: {
        message: 'You exceeded your current quota, please check your plan and billing details.',
        type: 'insufficient_quota',
        param: null,
        code: null,
      },
    },
    source: 'https://github.com/eryajf/chatgpt-dingtalk/issues/35',
    kind: 'quota',
    code: 'insufficient_quota',
    says: /no credit or quota left/,
  },
  {
    name: "DeepSeek's balance is used up",
    parameter: null,
    status: 402,
    body: {
      error: { message: 'Insufficient Balance', type: 'unknown_error', param: null, code: 'invalid_request_error' },
    },
    source: 'https://github.com/Aider-AI/aider/issues/4851',
    kind: 'quota',
    code: 'invalid_request_error',
    says: /no credit or quota left/,
  },
  {
    name: 'OpenAI does not know the key, and quotes it',
    parameter: null,
    status: 401,
    body: invalid(
      'Incorrect API key provided: sk-4sJHr***w8ZP. You can find your API key at https://platform.openai.com/account/api-keys.',
      null,
      'invalid_api_key',
    ),
    source: 'https://github.com/chatanywhere/GPT_API_free/issues/427',
    kind: 'misconfigured',
    code: 'invalid_api_key',
    says: /OPENAI_API_KEY/,
  },
  {
    name: 'Gemini does not know the key, and calls that an invalid argument',
    parameter: null,
    status: 400,
    body: [
      {
        error: {
          code: 400,
          message: 'API key not valid. Please pass a valid API key.',
          status: 'INVALID_ARGUMENT',
          details: [
            {
              '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
              reason: 'API_KEY_INVALID',
              domain: 'googleapis.com',
              metadata: { service: 'generativelanguage.googleapis.com' },
            },
          ],
        },
      },
    ],
    source: 'https://github.com/continuedev/continue/issues/8516',
    kind: 'misconfigured',
    code: 'API_KEY_INVALID',
    says: /OPENAI_API_KEY/,
  },
  {
    name: 'Ollama has no such model',
    parameter: null,
    status: 404,
    body: {
      error: {
        message: 'model "some-model" not found, try pulling it first',
        type: 'api_error',
        param: null,
        code: null,
      },
    },
    source: 'https://github.com/netease-youdao/QAnything/issues/555',
    kind: 'misconfigured',
    code: 'api_error',
    says: /AI_MODEL/,
  },
  {
    name: 'vLLM has no such model',
    parameter: null,
    status: 404,
    body: {
      object: 'error',
      message: 'The model `some-model` does not exist.',
      type: 'NotFoundError',
      param: null,
      code: 404,
    },
    source: 'https://github.com/vllm-project/vllm/issues/3485',
    kind: 'misconfigured',
    code: 'NotFoundError',
    says: /AI_MODEL/,
  },
  {
    name: 'Azure has no such deployment',
    parameter: null,
    status: 404,
    body: {
      error: {
        code: 'DeploymentNotFound',
        message:
          'The API deployment for this resource does not exist. If you created the deployment within the last 5 minutes, please wait a moment and try again.',
      },
    },
    source: 'https://github.com/chatboxai/chatbox/issues/861',
    kind: 'misconfigured',
    code: 'DeploymentNotFound',
    says: /AI_MODEL/,
  },
  {
    name: 'there is something else at the address',
    parameter: null,
    status: 404,
    body: '<html><body>nginx</body></html>',
    source: 'any web server',
    kind: 'misconfigured',
    code: '',
    says: /OPENAI_BASE_URL/,
  },
];

/** Finish reasons that are no whole answer, with the expected class; those that are one are in infra/ai/finish.ts. */
export const UNFINISHED: readonly { reason: string | null; kind: string; from: string }[] = [
  { reason: 'length', kind: 'too_long', from: 'OpenAI' },
  { reason: 'max_tokens', kind: 'too_long', from: 'Anthropic, through proxies' },
  { reason: 'MAX_TOKENS', kind: 'too_long', from: 'Gemini: https://ai.google.dev/api/generate-content#FinishReason' },
  { reason: 'model_length', kind: 'context_too_long', from: 'Mistral: https://docs.mistral.ai/api' },
  { reason: 'content_filter', kind: 'refused', from: 'OpenAI' },
  { reason: 'SAFETY', kind: 'refused', from: 'Gemini: https://github.com/HKUDS/Vibe-Trading/pull/308' },
  { reason: 'tool_calls', kind: 'malformed', from: 'OpenAI' },
  {
    reason: 'insufficient_system_resource',
    kind: 'overloaded',
    from: 'DeepSeek: https://api-docs.deepseek.com/api/create-chat-completion',
  },
  { reason: 'abort', kind: 'cut_off', from: 'vLLM: https://github.com/vllm-project/vllm/pull/2976' },
  { reason: 'error', kind: 'cut_off', from: 'Mistral, OpenRouter' },
  { reason: 'something_new', kind: 'cut_off', from: 'whoever invents one' },
  { reason: '__proto__', kind: 'cut_off', from: 'nobody' },
  { reason: '', kind: 'cut_off', from: 'proxies' },
  { reason: null, kind: 'cut_off', from: 'proxies' },
];

/** Failures that come with status 200, or with one that says little, and the class of each. */
export const REPORTED_FAILURES: readonly {
  name: string;
  status: number;
  body: unknown;
  source: string;
  kind: string;
  problem: { status?: number; code?: string };
}[] = [
  {
    name: 'OpenRouter reports that its provider is down',
    status: 200,
    body: { error: { code: 502, message: 'Provider returned error', metadata: { provider_name: 'x' } } },
    source: 'https://openrouter.ai/docs/errors',
    kind: 'unavailable',
    problem: { status: 502 },
  },
  {
    name: 'OpenRouter limits the rate',
    status: 200,
    body: { error: { code: 429, message: 'Rate limit exceeded' } },
    source: 'https://openrouter.ai/docs/errors',
    kind: 'rate_limited',
    problem: { status: 429 },
  },
  {
    name: 'OpenRouter has no credits left',
    status: 200,
    body: { error: { code: 402, message: 'Insufficient credits' } },
    source: 'https://openrouter.ai/docs/errors',
    kind: 'quota',
    problem: { status: 402 },
  },
  {
    name: 'OpenRouter reports a failure beside half a text',
    status: 200,
    body: {
      choices: [
        {
          index: 0,
          error: { code: 502, message: 'Upstream error' },
          finish_reason: 'stop',
          message: { role: 'assistant', content: 'Half a blog' },
          delta: { role: 'assistant', content: 'Half a blog' },
        },
      ],
    },
    source: 'https://openrouter.ai/docs/api/reference/errors-and-debugging',
    kind: 'unavailable',
    problem: { status: 502 },
  },
  {
    name: 'a gateway reports an error as a sentence',
    status: 200,
    body: { error: 'model is loading' },
    source: 'https://github.com/LoadShine/tada/issues/16 (LM Studio reports errors as sentences)',
    kind: 'unavailable',
    problem: {},
  },
  {
    name: 'OpenRouter flagged the input',
    status: 403,
    body: {
      error: {
        code: 403,
        message: 'Input was flagged by moderation',
        metadata: { reasons: ['violence'], flagged_input: 'a piece of it', provider_name: 'OpenAI', model_slug: 'gpt' },
      },
    },
    source: 'https://openrouter.ai/docs/errors',
    kind: 'refused',
    problem: { status: 403 },
  },
  {
    name: 'OpenAI cannot read so much',
    status: 400,
    body: invalid(
      "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.",
      'messages',
      'context_length_exceeded',
    ),
    source: 'https://platform.openai.com/docs/guides/error-codes',
    kind: 'context_too_long',
    problem: { status: 400, code: 'context_length_exceeded' },
  },
  {
    name: 'DeepSeek cannot read so much, and has no code for it',
    status: 400,
    body: invalid(
      "This model's maximum context length is 65536 tokens. However, you requested 70000 tokens. Please reduce the length.",
      null,
      'invalid_request_error',
    ),
    source: 'https://github.com/Aider-AI/aider/issues/3122',
    kind: 'context_too_long',
    problem: { status: 400, code: 'invalid_request_error' },
  },
  {
    name: 'llama.cpp cannot read so much',
    status: 400,
    body: {
      error: {
        code: 400,
        message: 'the request exceeds the available context size',
        type: 'exceed_context_size_error',
        n_prompt_tokens: 9000,
        n_ctx: 4096,
      },
    },
    source: 'https://github.com/ggml-org/llama.cpp/pull/15780',
    kind: 'context_too_long',
    problem: { status: 400, code: 'exceed_context_size_error' },
  },
  {
    name: 'Anthropic has no capacity',
    status: 529,
    body: { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
    source: 'https://docs.anthropic.com/en/api/errors',
    kind: 'overloaded',
    problem: { status: 529, code: 'overloaded_error' },
  },
  {
    name: 'Moonshot has no capacity',
    status: 429,
    body: { error: { type: 'engine_overloaded_error', message: 'The engine is currently overloaded' } },
    source: 'https://platform.moonshot.ai/docs/api/chat',
    kind: 'overloaded',
    problem: { status: 429, code: 'engine_overloaded_error' },
  },
];

/** Gemini limits a minute in the words in which OpenAI says that there is nothing left, and says how long. */
export const GEMINI_RATE_LIMIT = {
  status: 429,
  body: [
    {
      error: {
        code: 429,
        message: 'You exceeded your current quota, please check your plan and billing details.',
        status: 'RESOURCE_EXHAUSTED',
        details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '11s' }],
      },
    },
  ],
  source: 'https://github.com/google-gemini/gemini-cli/issues/8437',
};
