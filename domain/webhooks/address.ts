import { invalid } from '../kernel/errors.ts';
import type { Sender } from '../kernel/sender.ts';

/** 422 naming `url` when the service would not send there. */
export async function requireReachable(sender: Sender, url: string): Promise<void> {
  const objection = await sender.objection(url);
  if (objection !== null) throw invalid({ url: [objection] });
}
