/** Where loops and timers of the server are, and which they are: a new one is named here. */
import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const KEPT_IN: Readonly<Record<string, string>> = {
  'server/administration/personal-data/without-contact.ts': 'discards',
  'server/absences/absences.ts': 'absences',
  'server/backup/schedule.ts': 'backups',
  'server/export/export-loop.ts': 'exports, export_files',
  'server/entry/keep-importing.ts': 'imports',
  'server/reports/mail-delivery.ts': 'mails',
  'server/mail/mail-files.ts': 'mail_files',
  'server/push/delivery.ts': 'pushes',
  'server/webhooks/delivery.ts': 'webhooks',
  'server/automations/keep.ts': 'automations',
  'server/whatsapp/sending.ts': 'messages',
  'server/whatsapp/work.ts': 'whatsapp',
  'server/reports/queries/working-clocks.ts': 'clocks',
  'server/renewals/returning.ts': 'returns',
  'server/revocations/keep.ts': 'revocations',
  'server/indication/receipt-mails.ts': 'receipts',
  'server/history/keep.ts': 'history',
  'server/entry/start-server.ts': 'clock, marks',
  'server/sync/housekeeping.ts': 'house',
  'server/transfers/planned-moves.ts': 'departures',
  'server/merges/pairs.ts': 'pairs',
  'server/health/replica.ts': 'no loop of these: it looks at the replica, and neither deletes nor sends',
  'server/base/keep-looking.ts': 'the loop itself',
}

/** Other timers. */
const TIMERS: Readonly<Record<string, string>> = {
  'server/base/keep-looking.ts': 'the loop itself',
  'server/entry/start-server.ts': 'closes connections at a stop',
  'server/export/export-loop.ts': 'tells how far an export is',
  'server/imports/read-upload.ts': 'watches a thread',
  'server/sync/events.ts': 'a heartbeat',
  'server/backup/flow.ts': 'watches a stream',
}

describe('all loops are named here', () => {
  const sources = globSync('server/**/*.ts').map((file) => ({ file, text: readFileSync(file, 'utf8') }))
  test.each([
    ['loops', 'keepLooking(', KEPT_IN],
    ['timers', 'setInterval(', TIMERS],
  ])('%s', (_what, call, named) => {
    const found = sources.filter(({ text }) => text.includes(call)).map(({ file }) => file)
    expect(found.toSorted()).toEqual(Object.keys(named).toSorted())
  })

  test('no other module reads the clock of the machine', () => {
    const reading = sources
      .filter(({ text }) => /Date\.now\b|new Date\(\)/u.test(text))
      .map(({ file }) => file)
    expect(reading).toEqual(['server/base/clock/machine.ts'])
  })
})
