import { z } from 'zod';
import { AppError } from '../../kernel/errors.ts';
import { step } from '../../kernel/step.ts';
import { deleteUserRecords } from '../../oauth/record-store.ts';
import { updatePartnerRow } from '../../partners/store.ts';
import { updateUserRow } from '../../users/store.ts';
import { partnerOfSubject, type Services, subjectSchema } from '../schema.ts';
import { findUnsettled, openErasure } from '../store.ts';

/**
 * Opens the erasure of a subject, or finds the one that is not complete. From now on no credential of the subject is
 * accepted. Throws PRECONDITION_FAILED while the partner has orders or use that no invoice bills, unless that is waived.
 */
export const beginErasure = step({
  name: 'data_protection.begin',
  input: subjectSchema.extend({ waivesUnbilled: z.boolean() }),
  output: z.object({ erasureId: z.int() }),
  async run(services: Services, call, { waivesUnbilled, ...subject }) {
    const partnerId = await partnerOfSubject(services, subject);
    const isUser = subject.kind === 'user';
    const { orders, unbilled_minor } = await findUnsettled(services.db, partnerId);
    if (!isUser && !waivesUnbilled && (orders > 0 || unbilled_minor !== '0'))
      throw new AppError(
        'PRECONDITION_FAILED',
        `${orders} orders and use of ${unbilled_minor} minor units are unbilled.`,
      );
    return services.transaction(call, async (tx) => {
      if (isUser) {
        await updateUserRow(tx.em, tx.now, subject.id, { status: 'disabled', removed_at: tx.now });
        await deleteUserRecords(tx.em, subject.id);
      } else await updatePartnerRow(tx.em, tx.now, partnerId, { status: 'suspended' });
      tx.audit({ type: subject.kind, id: subject.id, partnerId: null });
      const { id } = await openErasure(tx.em, tx.now, {
        subject: subject.kind,
        partner_id: partnerId,
        user_id: isUser ? subject.id : null,
      });
      return { erasureId: id };
    });
  },
});
