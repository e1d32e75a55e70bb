/** What the first released version of the device's database had. */

/** The schema of version 0.1. */
export const VERSION_1 = {
  leads: 'uid',
  clients: 'uid',
  catalogues: '[kind+id]',
  bases: 'uid',
  outbox: '++seq, &key, entityUid, state',
  journal: '++seq',
  meta: 'name',
  blocks: 'name',
}

/** A queued command, without the fields that later versions have added. */
export const earlierRecord = (key: string, entityUid: string, state: string) => ({
  key,
  command: 'lead.setServiceStatus',
  schemaVersion: 1,
  args: { lead_uid: entityUid, service_status: 2 },
  entityUid,
  dependsOn: null,
  base: { service_status: null },
  occurredAt: '2026-11-18T12:00:00.000Z',
  queuedAt: 1,
  state,
  attempts: state === 'sending' ? 1 : 0,
  retryAt: 0,
  problem: null,
  subject: { leadId: 1, clientName: 'Cliente 1' },
})
