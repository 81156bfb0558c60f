import { promptsOf, scoreChallenge } from '../../domain/agent-audit/challenge/judge.ts';
import { CHALLENGE_CATEGORIES } from '../../domain/agent-audit/challenge/types.ts';
import { agentOf, challenge, challengeEnded } from './agent-audit.ts';
import { createBrandVoice } from './brand-voices.ts';
import { createCaseStudy } from './case-studies.ts';
import { withDatabase } from './database.ts';
import { ended, execute } from './executions.ts';
import { createKnowledgeBase, documentIn, documentRead, formOf } from './knowledge-bases.ts';
import type { Partner } from './partners.ts';
import { startReceiver } from './receiver.ts';
import { addFault, removeFaults } from './sandbox-ai.ts';
import { createListing } from './sandbox-marketplace.ts';
import { analyze, seoJobEnded } from './seo.ts';
import { waitUntil } from './wait-until.ts';
import { attemptsOf, createWebhook, publish } from './webhooks.ts';

/** A view of a record, and a text of the service that it shows about it. */
interface View {
  address: string;
  shows: Record<'de' | 'es', RegExp>;
}

/**
 * Records about which the service says something: advice, findings, tips, attempts, reasons. What they hold themselves
 * is in German, or among the names.
 */
export async function recordsToRead(partner: Partner): Promise<{ views: View[]; names: string[] }> {
  await createBrandVoice(partner, { name: 'Trocken', audience: 'Einkauf', tone: 'sachlich', languages: ['de'] });
  const scored = await listing(partner);
  const views = [
    scored,
    await challenged(partner),
    await caseStudy(partner),
    await failedExecution(partner),
    ...(await deliveries(partner)),
    await knowledge(partner),
  ];
  const agents = await partner.request('GET /content-workflow/agents');
  const names = (agents.body as { data: { attributes: { name: string } }[] }).data.map((each) => each.attributes.name);
  return { views, names: [...names, scored.comment] };
}

async function listing(partner: Partner): Promise<View & { comment: string }> {
  const id = await createListing({ title: 'fabrikam sicherung!!', highlights: ['Schnell!'], keywords: [] });
  const { data } = await seoJobEnded(partner, await analyze(partner, id, { include_content_analysis: true }));
  return {
    comment: data?.content_analysis?.ai_comment ?? '',
    address: `/listings/${id}`,
    shows: { de: /^Ergänze 1 bis 3 Suchbegriffe/, es: /^Añade de 1 a 3 palabras clave/ },
  };
}

/** Every prompt's finding; the sandbox's AI gives in to none. */
async function challenged(partner: Partner): Promise<View> {
  const agent = await agentOf(partner);
  const { id } = await challenge(partner, agent);
  await challengeEnded(partner, agent, id);
  const report = scoreChallenge(
    promptsOf(CHALLENGE_CATEGORIES).map((prompt) => ({ prompt, verdict: 'gave_in' as const })),
    CHALLENGE_CATEGORIES,
  );
  await change('UPDATE agent_challenge SET report = $2 WHERE id = $1', [id, JSON.stringify(report)]);
  return {
    address: `/agents/${agent}?tab=challenges`,
    shows: { de: /^Gib dem Agenten keine Namen/, es: /^No le des al agente nombres/ },
  };
}

async function caseStudy(partner: Partner): Promise<View> {
  const { id } = await createCaseStudy(partner, {
    title: 'Kürzere Wege',
    problem_statement: 'Berichte dauerten Tage.',
    proposed_solution: 'Eine Pipeline.',
    outcomes: 'Vierzig Minuten.',
  });
  const content = {
    outcomes_enhanced: 'Vierzig Minuten statt 47 Stunden.',
    validation_tips: ['Review: outcomes_enhanced has figures that the inputs do not have: 47.'],
  };
  await change('UPDATE case_study SET generated_content = $2 WHERE id = $1', [id, JSON.stringify(content)]);
  return { address: `/case-studies/${id}`, shows: { de: /^Prüfe: „Ergebnisse“/, es: /^Revisa: «Resultados»/ } };
}

async function failedExecution(partner: Partner): Promise<View> {
  const topic = 'Quittenmus';
  await addFault({ kind: 'refuse', match: topic });
  const { id } = await ended(partner, await execute(partner, 'blog_post', { settings: { topic } }));
  await removeFaults(topic);
  return {
    address: `/executions/${id}`,
    shows: { de: /^Der KI-Anbieter hat es abgelehnt/, es: /^El proveedor de IA se ha negado/ },
  };
}

async function deliveries(partner: Partner): Promise<View[]> {
  await using receiver = await startReceiver();
  receiver.respond = () => ({ status: 503, body: 'Gesperrt' });
  const { id } = await createWebhook(partner, { url: receiver.url, events: ['cosell.updated'] });
  const evt = await publish(partner, 'cosell.updated', { opportunity_id: 'opp-1842' });
  await waitUntil(
    'an attempt',
    () => attemptsOf(partner, id, evt),
    (attempts) => attempts.length > 0,
  );
  await change('UPDATE webhook_endpoint SET active = false, disabled_reason = $2 WHERE id = $1', [
    id,
    'The endpoint answered 410 Gone.',
  ]);
  return [
    {
      address: `/webhooks/${id}`,
      shows: { de: /^Der Endpunkt hat mit 410/, es: /^El punto de conexión respondió 410/ },
    },
    {
      address: `/webhooks/${id}/deliveries/${evt}`,
      shows: { de: /^Der Endpunkt hat mit 503/, es: /^El punto de conexión respondió 503/ },
    },
  ];
}

async function knowledge(partner: Partner): Promise<View> {
  const id = await createKnowledgeBase(partner);
  const broken = await formOf('preise.pdf', Buffer.from('%PDF-1.4 und nicht mehr'));
  const added = await partner.request('POST /content-workflow/knowledge-bases/{id}/documents', {
    params: { id },
    ...broken,
  });
  await documentRead(partner, id, documentIn(added).id);
  return { address: `/knowledge/${id}`, shows: { de: /nicht lesbar/i, es: /ilegible|no se puede leer/i } };
}

function change(sql: string, values: unknown[]): Promise<void> {
  return withDatabase(async (client) => {
    await client.query(sql, values);
  });
}
