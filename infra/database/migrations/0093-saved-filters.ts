import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Filters of lists that people keep under a name. */
export class SavedFilters1700000093000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE saved_filter (
        id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        user_id    bigint NOT NULL REFERENCES app_user,
        name       varchar(80) NOT NULL,
        view       varchar(64) NOT NULL,
        query      jsonb NOT NULL,
        is_default boolean NOT NULL,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL
      );
      CREATE INDEX saved_filter_of_user ON saved_filter (user_id, view, name);
      CREATE UNIQUE INDEX saved_filter_default ON saved_filter (user_id, view) WHERE is_default`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE saved_filter');
  }
}
