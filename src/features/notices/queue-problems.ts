/** The commands that wait for the user's decision, by the index of their state. */
import { commandLabel } from '../../commands/registry.ts'
import type { MirrorDb } from '../../db/schema/mirror.ts'
import type { QueueProblem } from '../../domain/notices/queue-notices.ts'

export async function queueProblems(db: MirrorDb): Promise<QueueProblem[]> {
  const records = await db.outbox.where('state').anyOf('conflict', 'rejected').toArray()
  return records.map(({ key, command, state, problem, queuedAt, subject }) => ({
    key,
    state: state === 'conflict' ? 'conflict' : 'rejected',
    label: commandLabel(command),
    reason: state === 'conflict' ? '' : (problem?.message ?? ''),
    queuedAtMs: queuedAt,
    leadId: subject.leadId,
    clientName: subject.clientName,
  }))
}
