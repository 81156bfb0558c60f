import { DemoApi } from './api.ts';
import { knowledge } from './knowledge.ts';
import { agentCall } from './mcp.ts';
import { buyCredits } from './payments.ts';
import { blogPost, board, calendar, campaign, cancelAndRetry, guardrail, lookAround, type Stage } from './scenes.ts';
import { score } from './score.ts';
import type { Screen } from './screen.ts';
import type { Target } from './target.ts';
import { webhook } from './webhook.ts';

/** Shows every scene, one after another; throws when the service does not do what a scene is about. */
export async function play(found: Target, screen: Screen): Promise<void> {
  const startedAt = performance.now();
  const stage: Stage = {
    api: new DemoApi(found.baseUrl, found.apiKey),
    screen,
    docs: { origin: new URL(found.baseUrl).origin, local: found.shop !== undefined },
    link: (executionId) => found.runLink(`execution-${executionId}`),
  };
  screen.line(screen.strong('Marketwright, a guided run through its API'));
  screen.fact('API', found.baseUrl);
  screen.fact('Docs', `${stage.docs.origin}/docs`);
  await lookAround(stage);
  await buyCredits(stage, found.shop);
  const posts = await blogPost(stage);
  const assets = await campaign(stage);
  await calendar(stage);
  await guardrail(stage);
  await knowledge(stage);
  await board(stage, [...posts, ...assets]);
  await webhook(stage);
  await score(stage, found.listingId);
  await agentCall(stage, found.baseUrl, found.tokenClient);
  await cancelAndRetry(stage);
  screen.line();
  screen.line(screen.good(`Done in ${Math.round((performance.now() - startedAt) / 1000)} s.`));
}
