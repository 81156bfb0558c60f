import { type Answer, Api } from '../api.ts';
import type { Drill, DrillEnvironment } from '../environment.ts';
import { orders, untilAllEnded } from '../work.ts';

/** Credits of one blog post (domain/capabilities/prices.ts). */
const PRICE = 10;
const AFFORDABLE = 3;
const RACERS = 10;

/** Two API processes race for the last credits, and for one Idempotency-Key. */
export const racingCreditsDrill: Drill = {
  name: 'racing-credits',
  title: `Two API processes: ${RACERS} orders for credits that suffice for ${AFFORDABLE}, and ${RACERS} times the same order`,
  credits: PRICE * (AFFORDABLE + 1),
  run,
};

async function run(environment: DrillEnvironment): Promise<void> {
  const { stack, api, apiKey, query, partnerId, findings } = environment;
  const second = new Api(await stack.add('api', 'api-second'), apiKey);
  const [order] = orders(1);
  const path = order?.path ?? '';
  const at = (index: number) => (index % 2 === 0 ? api : second);
  const racers = Array.from({ length: RACERS }, (_, index) => index);

  const same = await Promise.all(racers.map((index) => at(index).post(path, order?.body, { key: 'the-same-order' })));
  findings.equal('Executions of the same order', idsOf(same).length, 1);
  findings.equal('Answers to the same order', statusesOf(same), Array(RACERS).fill(201));

  const answers = await Promise.all(racers.map((index) => at(index).post(path, order?.body)));
  const refused = RACERS - AFFORDABLE;
  findings.equal('Answers', statusesOf(answers), [...Array(AFFORDABLE).fill(201), ...Array(refused).fill(419)]);
  await untilAllEnded(environment);
  const [account] = await query('SELECT balance, held FROM credit_account WHERE partner_id = $1', [partnerId]);
  findings.equal('Account', account, { balance: 0, held: 0 });
  await stack.pause('api-second');
}

function statusesOf(answers: readonly Answer[]): number[] {
  return answers.map(({ status }) => status).sort();
}

function idsOf(answers: readonly Answer[]): number[] {
  return [...new Set(answers.flatMap(({ body }) => body.data?.id ?? []))];
}
