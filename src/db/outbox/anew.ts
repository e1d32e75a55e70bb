/** A command that is sent again after the server's answer. */
import type { OutboxRecord } from '../schema/records.ts'

/**
 * Whether what another device handed over is still its author's: the author's own queue may have it, so that this user must not
 * create it too. docs/rules.md#hand-over
 */
export const isAuthors = ({ handed, problem }: OutboxRecord): boolean =>
  handed !== undefined && problem?.authorRefused !== true

/** Returns the record as it was sent, to go again. */
export const repeated = (record: OutboxRecord): OutboxRecord => ({
  ...record,
  state: 'queued',
  problem: null,
  attempts: 0,
  retryAt: 0,
})

/**
 * Returns the record with a new key: the server repeats its answer to the old one. What another device handed over becomes this
 * user's own.
 */
export const anew = ({ handed: _handed, ...record }: OutboxRecord): OutboxRecord => ({
  ...repeated(record),
  key: crypto.randomUUID(),
})
