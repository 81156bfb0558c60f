import path from 'node:path';
import { type AiProvider, describeProvider } from '../ai/provider.ts';
import { loadAiConfig } from '../config/ai.ts';
import { childEnvironment } from '../config/local.ts';
import type { Stack } from './stack.ts';

/** What `npm start` says once everything is up: where the parts are and three calls to try. */
export function welcome({ urls, dataDir, environment, credentials }: Stack): string {
  const { provider } = loadAiConfig(childEnvironment(environment));
  const { host, model } = describeProvider(provider);
  const authorization = `-H 'Authorization: Bearer ${credentials.api_key}'`;
  const origin = urls.baseUrl.replace(/\/api\/v1$/, '');
  const execution = JSON.stringify({ settings: { topic: 'Why our customers moved to the marketplace' } });
  return `
Marketwright is up.

  API          ${urls.baseUrl}
  Console      ${origin}/console
  Docs         ${origin}/docs
  Temporal UI  ${urls.temporalUi ?? 'runs elsewhere'}
  AI           ${environment['AI_PROVIDER'] === 'sandbox' ? 'the sandbox AI, a stand-in' : `${model} at ${host}`}
  Embeddings   ${describeEmbeddings(provider)}
  Marketplace  ${urls.marketplaceUrl ?? 'none'}
  Mails        ${urls.sandboxMailUrl ?? 'sent by the server of SMTP_URL'}
  Payments     ${urls.gatewayUrl ? `${urls.gatewayUrl}, a stand-in: nobody pays` : 'elsewhere, or none'}
  Data         ${dataDir}
  Credentials  ${path.join(dataDir, 'credentials.json')}

Sign in to the console with

  E-mail       ${credentials.oauth?.user_email ?? 'an account of your issuer'}
  Password     ${credentials.oauth?.user_password ?? 'as there'}

List the capabilities, have a blog post written, and poll it (put the id from the answer in place of ID):

  curl -s ${authorization} '${urls.baseUrl}/content-workflow/capabilities'
  curl -s ${authorization} -H 'Content-Type: application/json' -d '${execution}' '${urls.baseUrl}/content-workflow/capabilities/blog_post/execute'
  curl -s ${authorization} '${urls.baseUrl}/content-workflow/executions/ID'

Ctrl-C stops everything; the data stay.`;
}

function describeEmbeddings({ embeddings, embeddingsAt }: AiProvider): string {
  if (!embeddings) return 'none: documents are searched by words alone (EMBEDDINGS_MODEL)';
  return embeddingsAt ? `${embeddings.name} at ${new URL(embeddingsAt.baseUrl).host}` : embeddings.name;
}
