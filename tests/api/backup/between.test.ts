/**
 * What happened between a backup and its restore, of limits of the law, hand-overs, receipts, leaves, automations and chains: what
 * devices send again is done once, and what is lost is said. One restore for all, since a database without tables costs most.
 */
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { beforeAll, describe, expect, test } from 'vitest'
import { actOnEvents } from '../../../server/automations/events.ts'
import { lookAtHistories } from '../../../server/history/keep.ts'
import { automationSchema } from '../../../src/contract/administration/automations.ts'
import { receiptRoute } from '../../../src/contract/receipt.ts'
import type { PushCommand } from '../../../src/contract/sync.ts'
import { NO_CONDITIONS } from '../../../src/domain/automations/definition.ts'
import { NO_RECEIPT } from '../../../src/domain/indication/receipt-steps.ts'
import { DAY_MS, MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { saoPauloDay } from '../../../src/domain/time/sao-paulo.ts'
import { carriedAs, giverOn, handedBy } from '../../support/handed.ts'
import { describeEachDatabase } from '../support/databases.ts'
import { byLink, codeOf, cpfOf, INSURANCES, send, stampFor } from '../support/external.ts'
import { create, creation } from '../support/leads.ts'
import { leaveBody } from '../support/leaves.ts'
import { ADMIN, addLead, BRUNA, DAVI, INDICATOR, MANAGER, workedBy } from '../support/people.ts'
import { PutBack } from '../support/put-back.ts'
import { aCommand, type Device } from '../support/server.ts'

const done = { outcome: 'applied' }

/** What is there before the backup. It returns what happens after it, and that what is true after the restore. */
type Crossing = (house: PutBack) => Promise<() => Promise<() => Promise<void>>>

const device = ({ server }: PutBack, user: number): Promise<Device> => server.device(user)

async function commandsOf({ store }: PutBack, uid: string): Promise<string[]> {
  const entries = store.db.selectFrom('timeline').select('command').where('lead_uid', '=', uid)
  return (await entries.orderBy('id').execute()).map(({ command }) => command)
}

let people = 0

/** Of a lead with this uid, and a person of its own: a known one's history would have the entry, too. */
function aCreation(): { readonly uid: string; readonly command: PushCommand } {
  const args = creation({}, { cpf: cpfOf(++people) })
  return { uid: args.lead_uid, command: aCommand(create(args, { key: uuidv7() })) }
}

const creators = async ({ store }: PutBack, uids: readonly string[]) =>
  (await store.db.selectFrom('leads').select('created_by').where('uid', 'in', uids).execute()).map(
    ({ created_by }) => created_by,
  )

const limits: Crossing = async (house) => {
  const { uid: lead_uid } = await addLead(house.store, workedBy(BRUNA))
  const since = saoPauloDay(house.server.context.now())
  const begin = (kind: string) =>
    aCommand({ command: 'lead.beginObligation', args: { lead_uid, kind, since, until: null, note: '' } })
  const proof = { done_on: since, proof_kind: 'note', proof: 'Entregue a Ana' }
  const kept = { lead_uid, kind: 'handover', since, ...proof }
  const sent = [
    begin('handover'),
    aCommand({ command: 'lead.fulfilObligation', args: kept }),
    begin('answer'),
  ]
  const sends = async (...commands: readonly PushCommand[]) =>
    (await (await device(house, BRUNA)).push(...commands)).map(({ outcome }) => outcome)
  const rows = () =>
    house.store.db
      .selectFrom('obligations')
      .select(['kind', 'outcome', 'proof'])
      .where('lead_uid', '=', lead_uid)
      .orderBy('kind')
      .execute()
  expect(await sends(...sent.slice(0, 1))).toEqual(['applied'])
  return async () => {
    expect(await sends(...sent)).toEqual(['applied', 'applied', 'applied'])
    return async () => {
      expect(await rows()).toEqual([{ kind: 'handover', outcome: null, proof: '' }])
      // Twice: the answer is lost again.
      for (let time = 0; time < 2; time++)
        expect(await sends(...sent)).toEqual(['applied', 'applied', 'applied'])
      expect(await rows()).toEqual([
        { kind: 'answer', outcome: null, proof: '' },
        { kind: 'handover', outcome: 'fulfilled', proof: 'Entregue a Ana' },
      ])
      expect(await commandsOf(house, lead_uid)).toEqual([
        'lead.beginObligation',
        'lead.fulfilObligation',
        'lead.beginObligation',
      ])
    }
  }
}

const handedOver: Crossing = async (house) => {
  const giver = await giverOn(await device(house, ADMIN))
  const run = async (user: number, command: PushCommand) => (await device(house, user)).run(command)
  return async () => {
    const now = house.server.context.now()
    const [alone, both] = [aCreation(), aCreation()]
    const ofAlone = carriedAs(alone.command, await handedBy(giver, alone.command, now))
    const ofBoth = carriedAs(both.command, await handedBy(giver, both.command, now))
    for (const carried of [ofAlone, ofBoth]) expect(await run(BRUNA, carried)).toMatchObject(done)
    return async () => {
      expect(await creators(house, [alone.uid, both.uid])).toEqual([])
      // The receiver had its answer, the author has the lead in its queue yet.
      const first = await run(ADMIN, alone.command)
      expect(first).toMatchObject(done)
      expect(first).not.toHaveProperty('sent_by')
      expect(await commandsOf(house, alone.uid)).toEqual(['lead.create'])
      // Both have it in their queues.
      expect(await run(BRUNA, ofBoth)).toMatchObject(done)
      expect(await run(ADMIN, both.command)).toMatchObject({ ...done, sent_by: 'Bruna' })
      expect(await run(BRUNA, ofBoth)).toMatchObject(done)
      expect(await commandsOf(house, both.uid)).toEqual(['lead.create', 'lead.handOver'])
      expect(await creators(house, [alone.uid, both.uid])).toEqual([ADMIN, ADMIN])
    }
  }
}

/** The restored database does not know the session that the certificate names. */
const handedByLaterKeys: Crossing = async (house) => async () => {
  const { uid, command } = aCreation()
  const handed = await handedBy(
    await giverOn(await device(house, ADMIN)),
    command,
    house.server.context.now(),
  )
  return async () => {
    expect(await (await device(house, BRUNA)).run(carriedAs(command, handed))).toMatchObject({
      outcome: 'rejected',
      message: expect.stringMatching(/a sessão dele foi encerrada/),
    })
    expect(await (await device(house, ADMIN)).run(command)).toMatchObject(done)
    expect(await creators(house, [uid])).toEqual([ADMIN])
  }
}

const receipt: Crossing = async (house) => {
  const CODE = 'ABCD-EFGH-JKMN-PQRS'
  await house.store.db.insertInto('insurances').values(INSURANCES).execute()
  const code = await codeOf(await device(house, INDICATOR))
  const stamp = await stampFor({ app: house.server.app, code })
  house.forward(MINUTE_MS)
  const key = crypto.randomUUID()
  const indicate = async () => {
    const body = byLink(code, stamp, { insurance: 4, details: { type: 'Habitual' }, receipt: CODE })
    return (await send(house.server.app, body, { key })).answer?.status
  }
  const ask = async (): Promise<string> => {
    const { app } = house.server
    const { statusCode, body } = await app.inject({
      method: 'POST',
      url: '/api/receipt',
      payload: { code: CODE },
    })
    return statusCode === 200 ? receiptRoute.answer.parse(JSON.parse(body)).name : JSON.parse(body).message
  }
  return async () => {
    expect(await indicate()).toBe('successMail')
    expect(await ask()).toBe('Ana Souza')
    return async () => {
      expect(await ask()).toBe(NO_RECEIPT)
      for (let time = 0; time < 2; time++) {
        expect(await indicate()).toBe('successMail')
        expect(await ask()).toBe('Ana Souza')
      }
      const made = await house.store.db.selectFrom('external_indications').select('lead_uid').execute()
      expect(made).toHaveLength(1)
    }
  }
}

const leaves: Crossing = async (house) => {
  const write = async (from: number, key: string) => {
    const body = leaveBody({ user_id: DAVI, substitute_id: BRUNA, from, to: from + 1 })
    return (await (await device(house, MANAGER)).call('POST', '/absences', body, { 'idempotency-key': key }))
      .status
  }
  const [before, key] = [crypto.randomUUID(), crypto.randomUUID()]
  expect(await write(11, before)).toBe(200)
  return async () => {
    expect(await write(15, key)).toBe(200)
    return async () => {
      for (let time = 0; time < 2; time++) expect(await write(15, key)).toBe(200)
      expect(await write(11, before)).toBe(200)
      expect(await house.store.db.selectFrom('absences').select('id').execute()).toHaveLength(2)
    }
  }
}

const automations: Crossing = async (house) => {
  const administrator = () => house.server.confirmedDevice(ADMIN)
  const made = await (await administrator()).call('POST', '/automations', {
    name: 'Novo lead',
    trigger: { kind: 'lead_made', bulk: false },
    conditions: NO_CONDITIONS,
    acts: [{ kind: 'notice', to: 'broker', text: 'Olhe este lead' }],
  })
  const { id } = automationSchema.parse(made.body)
  const turnOn = async () =>
    (await (await administrator()).call('PUT', `/automations/${id}/state`, { on: true })).status
  /** Creates the lead, and returns how often an automation acted on it. */
  const runsAfter = async ({ uid, command }: ReturnType<typeof aCreation>) => {
    expect(await (await device(house, ADMIN)).run(command)).toMatchObject(done)
    await actOnEvents(house.server.context, (error) => {
      throw error
    })
    const runs = house.store.db.selectFrom('automation_runs').select('id').where('lead_uid', '=', uid)
    return (await runs.execute()).length
  }
  expect(await turnOn()).toBe(200)
  return async () => {
    const lead = aCreation()
    expect(await runsAfter(lead)).toBe(1)
    return async () => {
      expect(await runsAfter(lead)).toBe(0)
      expect(await turnOn()).toBe(200)
      // It came again while nothing acted. What is new is acted on.
      expect(await runsAfter(lead)).toBe(0)
      expect(await runsAfter(aCreation())).toBe(1)
    }
  }
}

const anchors: Crossing = async (house) => {
  const look = () => lookAtHistories(house.server.context, new AbortController().signal)
  const run = async (command: PushCommand) =>
    expect(await (await device(house, ADMIN)).run(command)).toMatchObject(done)
  const { uid: lead_uid, command } = aCreation()
  await run(command)
  await look()
  return async () => {
    const note = aCommand({ command: 'lead.addNote', args: { lead_uid, note: 'Depois da cópia' } })
    await run(note)
    house.forward(DAY_MS)
    await look()
    return async () => {
      await look()
      const told = async () =>
        (
          await sql<{ leadUid: string | null; kind: string; seq: number }>`
            select lead_uid as "leadUid", kind, seq from history_breaks`.execute(house.store.db)
        ).rows
      expect(await told()).toEqual([{ leadUid: null, kind: house.kindOfLost, seq: 2 }])
      // What comes again goes on with the chain that is there.
      await run(note)
      house.forward(DAY_MS)
      await look()
      expect(await told()).toHaveLength(1)
      expect(await commandsOf(house, lead_uid)).toEqual(['lead.create', 'lead.addNote'])
    }
  }
}

const CROSSINGS = {
  'limits that were begun and kept come again, each once': limits,
  'a lead that was handed over is created once again, whoever still has it in the queue': handedOver,
  'what was handed over by keys of after the backup is refused, and its author sends it': handedByLaterKeys,
  "a receipt's code, made before sending, finds its line again": receipt,
  'a leave that is written again is made once, beside one of before': leaves,
  'automations are stopped: what comes again is acted on by none, what is new once they are on': automations,
  'anchors of after the backup are told for what they are': anchors,
} satisfies Readonly<Record<string, Crossing>>

describeEachDatabase('between a backup and its restore', (open) => {
  describe.each(['npm run restore', 'others'] as const)('by %s', (by) => {
    const after = new Map<string, () => Promise<void>>()
    let said = ''
    beforeAll(async () => {
      const house = await PutBack.begin(await open(), by)
      await house.store.db.deleteFrom('lead_broker_config').execute()
      const between = new Map<string, Awaited<ReturnType<Crossing>>>()
      for (const [name, crossing] of Object.entries(CROSSINGS)) between.set(name, await crossing(house))
      await house.backUp()
      for (const [name, work] of between) after.set(name, await work())
      said = await house.putBack()
      return () => house.end()
    }, 240_000)

    test('the start says what it stopped, and what others than Farol have put back', () => {
      expect(said).toContain('as automações ligadas (1) foram paradas')
      if (by === 'others') expect(said).toContain('posto de volta sem npm run restore')
      else expect(said).not.toContain('âncoras')
    })

    test.each(Object.keys(CROSSINGS))('%s', async (name) => {
      await after.get(name)?.()
      expect(after.has(name)).toBe(true)
    })
  })
})
