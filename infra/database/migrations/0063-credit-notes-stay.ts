import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Credit notes refuse to be deleted before the foreign key of their lines is looked at, so the error is always the same. */
export class CreditNotesStay1700000063000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TRIGGER credit_note_not_deleted BEFORE DELETE ON credit_note
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER credit_note_not_deleted ON credit_note');
  }
}
