/** Leads for a client whom the installation knows by its document: what the answer reveals, and what is written. */
import { beforeEach, describe, expect, test } from 'vitest'
import type { PushResult } from '../../../src/contract/sync.ts'
import type { ClientFields } from '../../../src/domain/client/changes.ts'
import { describeDatabase } from '../support/databases.ts'
import { creation } from '../support/leads.ts'
import { referral } from './requests.ts'
import { ask, withoutNames } from './support/ask.ts'
import { typed } from './support/marks.ts'
import { type Belongings, MISSING, recordOf } from './support/records.ts'
import { INSURANCE, partnerOf, REFERRAL_CHANNEL, RESIDENTS, type Resident } from './support/residents.ts'
import { scanFor } from './support/scan.ts'
import { inWorld, type World, written } from './support/world.ts'

const REFERRERS = RESIDENTS.filter(({ role }) => role > 3)
const STAFF = RESIDENTS.filter(({ role }) => role <= 3)

const TOO_LITTLE: Partial<ClientFields> = {
  cellphone: '',
  mail: '',
  birth_date: null,
  address: { cep: '', street: '', number: '', comp: '', district: '', city: '', state: '' },
}

/** A client in the database and outside this user's scope. */
function strangerOf(me: Resident): Belongings {
  const found = recordOf(me, 'stranger')
  if (found === null) throw new Error(`${me.name} knows every client`)
  return found
}

function refer(me: Resident, client: Partial<ClientFields>) {
  const fields = {
    channel_id: REFERRAL_CHANNEL,
    inviter_id: me.id,
    insurance_id: INSURANCE,
    partner_id: partnerOf(me),
  }
  return { command: 'indication.create', args: creation(fields, typed(client)) }
}

/**
 * The result without the values that differ between any two referrals. It keeps whether two rows share a transaction.
 */
function plain(result: PushResult, { args }: ReturnType<typeof refer>): unknown {
  const rows = 'rows' in result ? result.rows : { leads: [], clients: [] }
  const versions = [...rows.leads, ...rows.clients].map(({ version }) => version)
  const text = withoutNames(JSON.stringify(result), MISSING)
    .replaceAll(args.lead_uid, '<lead>')
    .replaceAll(args.client_uid, '<client>')
    .replaceAll(args.client.cpf, '<document>')
    .replace(/"version":\d+/g, '"version":"<number>"')
  return { result: JSON.parse(text), oneVersion: new Set(versions).size === 1 }
}

describeDatabase('leads for known clients', (open) => {
  let world: World
  inWorld(open, (opened) => {
    world = opened
  })
  beforeEach(() => world.renew())

  describe.each(REFERRERS)('referred by the $name', (me) => {
    const push = (command: ReturnType<typeof refer>, more: object = {}) =>
      world.deviceOf(me).run({ ...command, ...more })

    test('the answer equals that for an unknown client: its uid is the one from the device', async () => {
      const [known, unknown] = [refer(me, { cpf: strangerOf(me).marks.client.cpf }), refer(me, {})]
      const [answer, other] = [await push(known), await push(unknown)]
      expect.soft(plain(answer, known)).toEqual(plain(other, unknown))
      expect.soft(answer).toMatchObject({ rows: { clients: [{ uid: known.args.client_uid }] } })
      const leaks = scanFor(me)({ answer: JSON.stringify(answer), request: JSON.stringify(known) })
      expect.soft(leaks).toEqual([])
    })

    test('a base of fields that the user never saw causes no conflict', async () => {
      const stranger = strangerOf(me)
      const command = refer(me, { cpf: stranger.marks.client.cpf })
      const base = { 'client.mail': 'nunca@exemplo.com.br', 'client.name': 'Outro Nome' }
      const answer = await push(command, { base })
      expect.soft(answer.outcome).toBe('applied')
      const leaks = scanFor(me)({ answer: JSON.stringify(answer), request: JSON.stringify(command) })
      expect.soft(leaks).toEqual([])
    })

    test('a referral without required fields is refused for the same fields, known client or not', async () => {
      const before = await world.foreignState()
      const known = refer(me, { ...TOO_LITTLE, cpf: strangerOf(me).marks.client.cpf })
      const unknown = refer(me, TOO_LITTLE)
      const answer = await push(known)
      expect.soft(answer.outcome).toBe('rejected')
      expect.soft(plain(answer, known)).toEqual(plain(await push(unknown), unknown))
      expect.soft(written(before, await world.foreignState())).toEqual([])
    })

    test('POST /external-lead refuses missing fields alike, known client or not', async () => {
      const post = (cpf: string) => {
        const body = referral(typed({ ...TOO_LITTLE, cpf }))
        return ask(world.server, world.deviceOf(me), { method: 'POST', path: '/external-lead', body })
      }
      const [known, unknown] = [await post(strangerOf(me).marks.client.cpf), await post(typed().cpf)]
      expect.soft(known.status).toBe(422)
      expect.soft(known.body).toBe(unknown.body)
    })
  })

  describe.each(STAFF)('of the $name', (me) => {
    const clientNow = async () => {
      const clients = world.store.db.selectFrom('clients').select(['name', 'mail', 'cellphone'])
      return clients.where('uid', '=', strangerOf(me).client.uid).executeTakeFirstOrThrow()
    }
    const was = () => {
      const { name, mail, cellphone } = strangerOf(me).marks.client
      return { name, mail, cellphone }
    }
    const push = (base: Record<string, unknown>, more: { client_uid?: string } = {}) => {
      const { cpf, name } = strangerOf(me).marks.client
      // Another name with the same document would be a question.
      const { command, args } = refer(me, { cpf, name: `${name} Nova` })
      return world.deviceOf(me).run({ command, args: { ...args, ...more }, base })
    }
    /** The request of a form whose look-up has found the client. */
    const pushFound = (base: Record<string, unknown>) => push(base, { client_uid: strangerOf(me).client.uid })

    test('a join by document writes no field that the sender has not seen', async () => {
      expect((await push({})).outcome).toBe('applied')
      expect(await clientNow()).toEqual(was())
    })

    // Every client is in management's scope: management writes all fields that it sends.
    test.skipIf(me.role < 3)('a field that the sender saw is changed, and no other', async () => {
      const { mail } = strangerOf(me).marks.client
      expect((await pushFound({ 'client.mail': mail })).outcome).toBe('applied')
      expect(await clientNow()).toEqual({ ...was(), mail: typed().mail })
    })

    test('a field with another value than the sender saw is a conflict, and nothing is written', async () => {
      const answer = await pushFound({ 'client.mail': 'antigo@exemplo.com.br' })
      expect.soft(answer).toMatchObject({ outcome: 'conflict', fields: [{ field: 'client.mail' }] })
      expect(await clientNow()).toEqual(was())
    })
  })
})
