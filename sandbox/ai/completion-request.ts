import { z } from 'zod';

const part = z.looseObject({ type: z.string(), text: z.string().optional() });
const message = z.looseObject({
  role: z.string(),
  content: z.union([z.string(), z.array(part), z.null()]).optional(),
});

/** The parts of a chat completion request that the sandbox reads. */
export const completionRequestSchema = z.looseObject({
  model: z.string().min(1),
  messages: z.array(message).min(1),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().optional() }).nullish(),
  max_tokens: z.int().positive().nullish(),
  max_completion_tokens: z.int().positive().nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  response_format: z
    .looseObject({
      type: z.enum(['text', 'json_object', 'json_schema']),
      json_schema: z.looseObject({ name: z.string(), schema: z.record(z.string(), z.unknown()).optional() }).optional(),
    })
    .nullish(),
});

/** A checked chat completion request. */
export type CompletionRequest = z.infer<typeof completionRequestSchema>;

/** The text of all messages of one role, or of every message. */
export function messageText(request: CompletionRequest, role?: 'system' | 'user'): string {
  return request.messages
    .filter((each) => role === undefined || each.role === role)
    .map(({ content }) => (Array.isArray(content) ? content.map(({ text }) => text ?? '').join('\n') : (content ?? '')))
    .join('\n\n');
}
