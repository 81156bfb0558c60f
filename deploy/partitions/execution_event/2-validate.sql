-- Partitions of execution_event by month, 2 of 3. Reads the table once; reads and writes go on meanwhile.
ALTER TABLE execution_event VALIDATE CONSTRAINT execution_event_until;
