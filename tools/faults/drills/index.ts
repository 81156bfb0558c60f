import type { Drill } from '../environment.ts';
import { agentChallengeDrill } from './agent-challenge.ts';
import { aiFaultsDrill } from './ai-faults.ts';
import { cancelDrill } from './cancel.ts';
import { caseStudiesKillDrill } from './case-studies-kill.ts';
import { databaseAwayDrill, databaseFrozenDrill } from './database-away.ts';
import { dryRunKillDrill } from './dry-run-kill.ts';
import { dryRunLongDrill } from './dry-run-long.ts';
import { embeddingKillDrill } from './embedding-kill.ts';
import { followersDrill } from './followers.ts';
import { frozenWorkerDrill } from './frozen-worker.ts';
import { handOverDrill } from './hand-over.ts';
import { hostileDocumentsDrill } from './hostile-documents.ts';
import { invoicesKillDrill } from './invoices-kill.ts';
import { killDrill } from './kill.ts';
import { monthKillDrill } from './month-kill.ts';
import { neighboursDrill } from './neighbours.ts';
import { paymentsKillDrill } from './payments-kill.ts';
import { racingCreditsDrill } from './racing-credits.ts';
import { recurringIdsDrill } from './recurring-ids.ts';
import { refusedCommandDrill } from './refused-command.ts';
import { scheduleMissedDrill } from './schedule-missed.ts';
import { temporalAwayDrill } from './temporal-away.ts';
import { terminateDrill } from './terminate.ts';
import { webhooksBadEndpointsDrill } from './webhooks-bad-endpoints.ts';
import { webhooksFrozenWorkerDrill } from './webhooks-frozen-worker.ts';
import { webhooksKillDrill, webhooksTakeOverDrill } from './webhooks-kill.ts';
import { webhooksTwoWorkersDrill } from './webhooks-two-workers.ts';

/** All drills in the order in which they run. */
export const DRILLS: readonly Drill[] = [
  killDrill('worker'),
  killDrill('api'),
  killDrill('temporal'),
  killDrill('postgres'),
  temporalAwayDrill(10),
  temporalAwayDrill(60),
  databaseAwayDrill(0),
  databaseAwayDrill(60),
  databaseFrozenDrill(),
  aiFaultsDrill,
  cancelDrill,
  terminateDrill,
  handOverDrill(),
  refusedCommandDrill,
  recurringIdsDrill,
  frozenWorkerDrill(),
  racingCreditsDrill,
  followersDrill,
  hostileDocumentsDrill(),
  embeddingKillDrill,
  neighboursDrill(),
  caseStudiesKillDrill,
  agentChallengeDrill,
  dryRunKillDrill,
  dryRunLongDrill,
  scheduleMissedDrill,
  paymentsKillDrill,
  invoicesKillDrill,
  monthKillDrill,
  webhooksKillDrill('worker'),
  webhooksKillDrill('api'),
  webhooksKillDrill('temporal'),
  webhooksKillDrill('postgres'),
  webhooksTakeOverDrill,
  webhooksTwoWorkersDrill,
  webhooksBadEndpointsDrill,
  webhooksFrozenWorkerDrill,
];
