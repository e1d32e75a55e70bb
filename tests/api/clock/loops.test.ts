/**
 * Every loop of the server under a clock that jumped, forward and back: what deletes or sends by the time waits. A new loop
 * must be named here. docs/rules.md#clock
 */
import { mkdir, mkdtemp, readdir, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { keepAbsences } from '../../../server/absences/absences.ts'
import { keepDiscarding } from '../../../server/administration/personal-data/without-contact.ts'
import { keepAutomating } from '../../../server/automations/keep.ts'
import { nameOf } from '../../../server/backup/retention.ts'
import { keepBackingUp } from '../../../server/backup/schedule.ts'
import { keepLooking, type LoopWatch } from '../../../server/base/keep-looking.ts'
import type { AppContext } from '../../../server/context/app-context.ts'
import { addMark } from '../../../server/db/epoch.ts'
import { RevocationsFile, revocationsFile } from '../../../server/db/revocations/file.ts'
import { Recorder } from '../../../server/db/revocations/recorder.ts'
import { keepImporting } from '../../../server/entry/keep-importing.ts'
import { keepExporting, keepRemovingExports } from '../../../server/export/export-loop.ts'
import { LOOPS, type LoopName } from '../../../server/health/loops.ts'
import { keepHistory } from '../../../server/history/keep.ts'
import { keepTellingReceipts } from '../../../server/indication/receipt-mails.ts'
import { resetLetter } from '../../../server/mail/letters.ts'
import { keepExpiring } from '../../../server/mail/mail-files.ts'
import { queueMail } from '../../../server/mail/queue.ts'
import { keepPairs, settleAll } from '../../../server/merges/pairs.ts'
import { keepPushing } from '../../../server/push/delivery.ts'
import { keepReturning } from '../../../server/renewals/returning.ts'
import { keepDelivering } from '../../../server/reports/mail-delivery.ts'
import { keepClocks, refreshClocks } from '../../../server/reports/queries/working-clocks.ts'
import { keepRevocations } from '../../../server/revocations/keep.ts'
import { openSession } from '../../../server/session/tokens.ts'
import { keepHouse } from '../../../server/sync/housekeeping.ts'
import { keepMoving, planMoves } from '../../../server/transfers/planned-moves.ts'
import { keepSendingWebhooks } from '../../../server/webhooks/delivery.ts'
import { keepSendingMessages } from '../../../server/whatsapp/sending.ts'
import { keepWhatsApp } from '../../../server/whatsapp/work.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { addDays, saoPauloDay } from '../../../src/domain/time/sao-paulo.ts'
import { removeFolder } from '../../support/remove-folder.ts'
import { describeDatabase } from '../support/databases.ts'
import { inHouse } from '../support/in-house.ts'
import { addSavable, inviterOf } from '../support/leads.ts'
import { ADMIN, BRUNA, DAVI, INDICATOR, withoutLeads } from '../support/people.ts'
import { aClientRow } from '../support/rows.ts'
import { addWaitingMessage } from '../support/waiting-message.ts'
import { seedDelivery, seedLateSchedule } from './outward-seeds.ts'
import { ShiftedHouse } from './shifted-house.ts'

type Db = AppContext['store']['db']

interface Case {
  /** Makes something that the loop acts upon at this instant, whatever the true one is. */
  readonly seed: (context: AppContext) => Promise<unknown>
  /** Begins the loop, whose first look begins at once. */
  readonly keep: (context: AppContext, watch: LoopWatch) => () => Promise<void>
  readonly hasActed: (context: AppContext) => Promise<boolean>
}

const iso = (ms: number) => new Date(ms).toISOString()
const agoBy = ({ now }: AppContext, days: number) => iso(now() - days * DAY_MS)
const isEmpty = async (db: Db, table: string, where = sql`true`) => {
  const { rows } = await sql`select 1 from ${sql.table(table)} where ${where} limit 1`.execute(db)
  return rows.length === 0
}
const set = (db: Db, key: string, value: unknown) =>
  sql`insert into settings (key, value) values (${key}, ${JSON.stringify(value)}::jsonb)
    on conflict (key) do update set value = excluded.value`.execute(db)

const mailFile = ({ config }: AppContext) => join(config.integrations.mailDir, 'carta.eml')
const backupsOf = ({ config }: AppContext) => config.backup.dir ?? ''

const PUBLIC_HALF = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p'

/** One for each loop: the compiler asks for it. */
const CASES: Readonly<Record<LoopName, Case>> = {
  clock: {
    seed: ({ store: { db } }) => db.deleteFrom('clock_memory').execute(),
    keep: ({ clock }, watch) => keepLooking(MINUTE_MS, () => clock.look(), watch),
    hasActed: async ({ store: { db } }) => !(await isEmpty(db, 'clock_memory')),
  },
  mails: {
    seed: async ({ store: { db }, now }) => {
      await db.deleteFrom('mails').execute()
      const letter = resetLetter({ name: 'Bruna', login: 'bruna' }, 'https://farol.exemplo.com.br/x')
      const mail = { userId: BRUNA, purpose: 'redefine', recipient: 'b@exemplo.com.br', letter } as const
      await db.transaction().execute((tx) => queueMail(tx, { ...mail, nowMs: now() - 1000 }))
    },
    keep: (context, watch) =>
      keepDelivering(context, { isFolder: false, send: () => Promise.resolve(), close: () => {} }, watch),
    hasActed: async ({ store: { db } }) => !(await isEmpty(db, 'mails', sql`sent_at is not null`)),
  },
  messages: {
    // Without a connection each message ends at once.
    seed: ({ store: { db }, now }) => addWaitingMessage(db, iso(now() - 1000)),
    keep: keepSendingMessages,
    hasActed: ({ store: { db } }) => isEmpty(db, 'message_sendings', sql`state = 'waiting'`),
  },
  mail_files: {
    seed: async (context) => {
      await mkdir(context.config.integrations.mailDir, { recursive: true })
      await writeFile(mailFile(context), 'Subject: x\r\n\r\n')
      const at = (context.now() - 30 * DAY_MS) / 1000
      await utimes(mailFile(context), at, at)
    },
    keep: keepExpiring,
    hasActed: async ({ config }) => !(await readdir(config.integrations.mailDir)).includes('carta.eml'),
  },
  pushes: {
    seed: async (context) => {
      const { store, now } = context
      const { db } = store
      const { id } = await openSession(context, BRUNA, 'device')
      const at = iso(now() - HOUR_MS)
      await db.deleteFrom('push_subscriptions').execute()
      await sql`
        insert into push_subscriptions (session_id, user_id, endpoint, p256dh, auth, created_at, renewed_at)
        values (${id}, ${BRUNA}, 'https://push.exemplo.com/1', '', '', ${at}, ${at})`.execute(db)
      await sql`
        insert into push_messages (id, session_id, kind, lead_uid, created_at, expires_at, next_try_at)
        values (gen_random_uuid(), ${id}, 'import', null, ${at}, ${iso(now() + DAY_MS)}, ${at})`.execute(db)
    },
    keep: (context, watch) => keepPushing(context, () => Promise.resolve({ kind: 'taken' }), watch),
    hasActed: ({ store: { db } }) => isEmpty(db, 'push_messages'),
  },
  imports: {
    seed: async (context) => {
      await context.store.db.deleteFrom('imports').execute()
      await sql`
        insert into imports (state, list, source, file_name, choices, user_id, total, touched_at)
        values ('preparing', 'clients', 'x', 'x.csv', '{}', ${ADMIN}, 1, ${agoBy(context, 1)})`.execute(
        context.store.db,
      )
    },
    keep: keepImporting,
    hasActed: ({ store: { db } }) => isEmpty(db, 'imports', sql`state = 'preparing'`),
  },
  exports: {
    seed: async ({ store: { db }, now }) => {
      await db.deleteFrom('whole_exports').execute()
      await db
        .insertInto('whole_exports')
        .values({ user_id: ADMIN, state: 'waiting', asked_at: iso(now()) })
        .execute()
    },
    keep: keepExporting,
    hasActed: ({ store: { db } }) => isEmpty(db, 'whole_exports', sql`state = 'waiting'`),
  },
  export_files: {
    seed: async (context) => {
      const { store, now } = context
      await store.db.deleteFrom('whole_exports').execute()
      await sql`
        insert into whole_exports (user_id, state, asked_at, ended_at, expires_at, file, bytes, rows)
        values (${ADMIN}, 'done', ${agoBy(context, 3)}, ${agoBy(context, 3)}, ${iso(now() - HOUR_MS)}, 'x.zip', 1, 1)`.execute(
        store.db,
      )
    },
    keep: keepRemovingExports,
    hasActed: ({ store: { db } }) => isEmpty(db, 'whole_exports', sql`file is not null`),
  },
  returns: {
    seed: async ({ store, now }) => {
      await withoutLeads(store)
      await set(store.db, 'lost_leads_return_days', 40)
      await addSavable(store, DAVI, {
        state: 3,
        status: 6,
        sold: 0,
        lost_sale: 5,
        competitor_broker: 4,
        create_lead_date: iso(now() - 320 * DAY_MS),
        end_lead_date: iso(now() - 300 * DAY_MS),
        endorsement_date: addDays(saoPauloDay(now()), 30),
      })
    },
    keep: keepReturning,
    hasActed: async ({ store: { db } }) => !(await isEmpty(db, 'returned_leads')),
  },
  departures: {
    seed: async ({ store, now }) => {
      await withoutLeads(store)
      const { uid } = await addSavable(store, DAVI)
      const transfer = crypto.randomUUID()
      await sql`
        insert into lead_transfers (uid, made_by, made_at, leaver_id)
        values (${transfer}, ${ADMIN}, ${iso(now())}, ${DAVI})`.execute(store.db)
      await store.db.transaction().execute((tx) => planMoves(tx, transfer, [{ uid, broker_id: BRUNA }]))
    },
    keep: keepMoving,
    hasActed: ({ store: { db } }) => isEmpty(db, 'planned_moves'),
  },
  receipts: {
    seed: async ({ store, now }) => {
      await withoutLeads(store)
      await store.db.deleteFrom('receipt_mails').execute()
      await store.db
        .insertInto('receipt_mails')
        .values({ user_id: INDICATOR, since: iso(now() - HOUR_MS) })
        .execute()
      await addSavable(store, DAVI, {
        inviter_id: INDICATOR,
        create_lead_date: iso(now() - HOUR_MS),
        first_call_date: iso(now() - MINUTE_MS),
      })
    },
    keep: keepTellingReceipts,
    hasActed: async ({ store: { db } }) => !(await isEmpty(db, 'receipt_told')),
  },
  absences: {
    seed: async ({ store: { db }, now }) => {
      await db.deleteFrom('absences').execute()
      const today = saoPauloDay(now())
      await db
        .insertInto('absences')
        .values({ user_id: BRUNA, substitute_id: null, from_day: today, to_day: today, state: 'planned' })
        .execute()
    },
    keep: keepAbsences,
    hasActed: async ({ store: { db } }) => !(await isEmpty(db, 'absences', sql`state = 'running'`)),
  },
  discards: {
    seed: async (context) => {
      await withoutLeads(context.store)
      await context.store.db.deleteFrom('client_erasures').execute()
      await set(context.store.db, 'erase_without_contact_years', 2)
      const client = aClientRow({ created_at: agoBy(context, 3 * 366) })
      await context.store.db.insertInto('clients').values(client).execute()
    },
    keep: keepDiscarding,
    hasActed: async ({ store: { db } }) => !(await isEmpty(db, 'client_erasures')),
  },
  automations: {
    seed: seedLateSchedule,
    keep: keepAutomating,
    hasActed: async ({ store: { db } }) => !(await isEmpty(db, 'automation_runs')),
  },
  webhooks: {
    seed: seedDelivery,
    keep: (context, watch) =>
      keepSendingWebhooks(context, async () => ({ kind: 'taken', status: 200 }), watch),
    hasActed: ({ store: { db } }) => isEmpty(db, 'webhook_deliveries', sql`state = 'waiting'`),
  },
  whatsapp: {
    seed: async ({ store: { db }, now }) => {
      await db.deleteFrom('whatsapp_events').execute()
      const event = { kind: 'status', about: 'x', at: iso(now()), status: 'sent', number: null, bsuid: null }
      await db
        .insertInto('whatsapp_events')
        .values({ key: 'x', about: 'x', payload: JSON.stringify(event), received_at: iso(now()) })
        .execute()
    },
    keep: keepWhatsApp,
    hasActed: ({ store: { db } }) => isEmpty(db, 'whatsapp_events', sql`state = 'waiting'`),
  },
  clocks: {
    seed: async ({ store: { db } }) => {
      await refreshClocks(db)
      await sql`update working_calendar set reached = '00000000-0000-0000-0000-000000000000'`.execute(db)
    },
    keep: ({ store: { db } }, watch) => keepClocks(db, watch),
    hasActed: ({ store: { db } }) => isEmpty(db, 'working_calendar', sql`reached is not null`),
  },
  pairs: {
    seed: async ({ store: { db } }) => {
      await settleAll(db)
      await db.insertInto('clients').values(aClientRow({})).execute()
    },
    keep: ({ store: { db } }, watch) => keepPairs(db, watch),
    hasActed: ({ store: { db } }) => isEmpty(db, 'client_key_changes'),
  },
  marks: {
    seed: ({ store: { db } }) => db.deleteFrom('sync_marks').execute(),
    keep: ({ store: { db } }, watch) => keepLooking(HOUR_MS, () => addMark(db), watch),
    hasActed: async ({ store: { db } }) => !(await isEmpty(db, 'sync_marks')),
  },
  house: {
    seed: async (context) => {
      const { db } = context.store
      await withoutLeads(context.store)
      await addMark(db)
      const at = agoBy(context, 100)
      await sql`
        insert into command_log (key, user_id, device_id, command, args, outcome, result, occurred_at, received_at)
        values ('alt', ${BRUNA}, 'd', 'lead.capture', '{}', 'applied', '{}', ${at}, ${at})`.execute(db)
      await sql`insert into tombstones (kind, created_at) values ('lead', ${at})`.execute(db)
    },
    keep: keepHouse,
    hasActed: async ({ store: { db } }) =>
      (await isEmpty(db, 'command_log')) || (await isEmpty(db, 'tombstones')),
  },
  backups: {
    seed: async (context) => {
      await context.store.db.deleteFrom('backup_runs').execute()
      await removeFolder(backupsOf(context))
      await mkdir(backupsOf(context), { recursive: true })
    },
    keep: (context, watch) => keepBackingUp(context, () => {}, watch),
    hasActed: async (context) => (await readdir(backupsOf(context))).length > 0,
  },
  history: {
    seed: ({ store: { db } }) => db.deleteFrom('history_checks').execute(),
    keep: (context, watch) => keepHistory(context, watch),
    hasActed: async ({ store: { db } }) =>
      !(await isEmpty(db, 'history_checks', sql`checked_day is not null`)),
  },
  revocations: {
    seed: async (context) => {
      await removeFolder(revocationsFile(context.config.dataDir))
    },
    keep: (context, watch) => {
      const recorder = new Recorder(new RevocationsFile(revocationsFile(context.config.dataDir)))
      return keepRevocations({ ...context, store: { ...context.store, recorder } }, watch)
    },
    hasActed: async ({ config }) => (await readdir(config.dataDir)).includes('revocations'),
  },
}

describeDatabase('loops under a clock that jumped', (open) => {
  let house: ShiftedHouse
  let root: string
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'farol-clock-'))
    return () => removeFolder(root)
  })
  inHouse(open, async ({ store, server }) => {
    const { db } = store
    await db.insertInto('channels').values({ id: 10, name: 'Perdidas', renewal: true }).execute()
    await db.insertInto('competitor_brokers').values({ id: 4, name: 'Aliança' }).execute()
    await inviterOf(store)
    const { config } = server.context
    const context = {
      ...server.context,
      config: {
        ...config,
        dataDir: root,
        // With the public half of a key nothing is rehearsed, which would take long here.
        backup: { ...config.backup, dir: join(root, 'copies'), key: PUBLIC_HALF },
        integrations: { ...config.integrations, filesDir: join(root, 'files'), mailDir: join(root, 'mail') },
      },
    }
    house = new ShiftedHouse(store, { ...server, context })
  })
  beforeEach(() => house.reset())

  /** Whether the loop acts upon what is seeded for the present instant. */
  async function acts(name: LoopName): Promise<boolean> {
    const { seed, keep, hasActed } = CASES[name]
    const { context, loops } = house
    await seed(context)
    expect(await hasActed(context), 'nothing is done before the look').toBe(false)
    const failures: unknown[] = []
    const watch = loops.watch(name, (error) => failures.push(error))
    // The first look has ended, or was not begun.
    await new Promise<void>((resolve) => {
      const stop = keep(context, {
        warn: watch.warn,
        waits: () => {
          const waits = watch.waits?.() === true
          if (waits) queueMicrotask(() => void stop().then(resolve))
          return waits
        },
        ends: () => void stop().then(resolve),
      })
    })
    expect(failures).toEqual([])
    return hasActed(context)
  }

  const NAMES = Object.keys(LOOPS).filter((name): name is LoopName => name in LOOPS)
  const SHIFTS = [
    ['400 days ahead', 400 * DAY_MS],
    ['two hours ahead', 2 * HOUR_MS],
    ['two hours back', -2 * HOUR_MS],
    ['400 days back', -400 * DAY_MS],
  ] as const

  describe.each(SHIFTS)('%s', (_words, ms) => {
    test.each(NAMES)('%s', async (name) => {
      const goesOn = !LOOPS[name].byClock
      house.shift(ms)
      expect(await acts(name), 'at once').toBe(goesOn)
      await house.reset()
      house.shift(ms)
      await house.clock.look()
      expect(await acts(name), 'after a look').toBe(goesOn)
      await house.reset()
      house.shift(ms)
      await house.clock.look()
      await house.restart({ machine: true })
      expect(await acts(name), 'after a restart').toBe(goesOn)
      await house.clock.confirm()
      expect(await acts(name), 'after a person confirmed the time').toBe(true)
    })
  })

  test.each(NAMES)('%s goes on with a clock that nobody moved', async (name) => {
    house.pass(5 * DAY_MS)
    expect(await acts(name)).toBe(true)
  })

  test('a backup under such a clock removes none', async () => {
    const { seed, keep } = CASES.backups
    house.shift(400 * DAY_MS)
    await house.clock.look()
    await seed(house.context)
    const dir = backupsOf(house.context)
    const old = Array.from({ length: 40 }, (_, days) => nameOf(Date.now() - days * DAY_MS, false))
    for (const name of old) await writeFile(join(dir, name), '')
    await new Promise<void>((resolve) => {
      const stop = keep(house.context, { warn: () => {}, ends: () => void stop().then(resolve) })
    })
    expect((await readdir(dir)).filter((name) => old.includes(name))).toHaveLength(40)
  })
})
