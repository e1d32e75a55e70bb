/** The rules' tables of cases, against the server: it refuses with the same sentences beside the same fields. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readLead } from '../../../server/queries/lead-row.ts'
import type { CommandArgs } from '../../../src/commands/registry.ts'
import { type ClientChanges } from '../../../src/domain/client/changes.ts'
import { fieldLabel } from '../../../src/domain/lead/field-words.ts'
import type { Lead } from '../../../src/domain/lead/lead.ts'
import {
  advanceProblem,
  callProblem,
  cancelProblem,
  deadlinesProblem,
  negotiateProblem,
  noteContactProblem,
  pendingSellProblem,
  quoteStepProblem,
  recoverProblem,
  type StepProblem,
  suspendProblem,
} from '../../../src/domain/lead/lifecycle-problems.ts'
import { FUTURE_DATE } from '../../../src/domain/lead/save-rules.ts'
import type { RoleId } from '../../../src/domain/session/session-user.ts'
import { formatDateTime } from '../../../src/domain/time/sao-paulo.ts'
import { finishCases, LOSS_CASES, QUOTE_CASES, soldLead } from '../../unit/domain/cases/finish-cases.ts'
import { type SaveCase, saveCases, VEHICLE } from '../../unit/domain/cases/save-cases.ts'
import { type Actor, STEP_CASES, type StepName } from '../../unit/domain/cases/step-cases.ts'
import { aUser } from '../../unit/domain/fixtures.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { addSavable, creation, inviterOf, PHONE } from '../support/leads.ts'
import { ADMIN, BRUNA, DAVI, hoursAgo, house, INDICATOR, MANAGER, withoutLeads } from '../support/people.ts'
import { type Device, type GivenCommand, startServer, type TestServer } from '../support/server.ts'

const NOW = Date.now()
const FLOW = [1, 2, 3, 4, 5, 6]

describeDatabase('the rules on the server', (open) => {
  let store: TestStore
  let server: TestServer
  let devices: Record<Actor | 'indicator', Device>
  beforeAll(async () => {
    store = await open()
    await house(store)
    await store.db.insertInto('roles').values({ id: 6, name: 'Papel 6' }).execute()
    await store.db.insertInto('competitor_brokers').values({ id: 1, name: 'Outra' }).execute()
    server = await startServer(store)
    devices = {
      administrator: await server.device(ADMIN),
      manager: await server.device(MANAGER),
      broker: await server.device(BRUNA),
      colleague: await server.device(DAVI),
      indicator: await server.device(INDICATOR),
    }
    return () => server.stop()
  })
  beforeEach(async () => {
    await withoutLeads(store)
    await inviterOf(store)
  })

  const lead = async (uid: string) => {
    const found = await readLead(store.db, uid)
    if (found === null) throw new Error('no such lead')
    return found
  }

  describe('a save', () => {
    /** The command that the case's screen sends. */
    async function commandOf(given: SaveCase): Promise<GivenCommand> {
      const { mode, lead: changes = {}, client = {} } = given
      const phone = given.inviterPhone === undefined ? {} : { inviter_phone: given.inviterPhone }
      if (mode === 'edit') {
        const { uid, client_uid } = await addSavable(store, BRUNA)
        const edited: ClientChanges = client
        return {
          command: 'lead.update',
          // A document that goes is a correction: docs/rules.md#identity-of-a-client
          args: {
            lead_uid: uid,
            client_uid,
            changes,
            client: edited,
            ...(edited.cpf === '' ? { identity: 'correct' } : {}),
            ...phone,
          },
        }
      }
      const args = creation({}, client)
      const { product_details, ...fields } = changes
      const whole = {
        ...args.lead,
        ...(mode === 'referral' ? { channel_id: 29 } : {}),
        ...fields,
        product_details: { ...args.lead.product_details, ...product_details },
      }
      return {
        command: mode === 'referral' ? 'indication.create' : 'lead.create',
        args: { ...args, lead: whole, ...phone },
      }
    }

    test.each(saveCases(NOW))('$mode: $name', async (given) => {
      await inviterOf(store, {
        channel_id: given.inviterChannel ?? 29,
        phone: given.inviterPhone === '' ? '' : PHONE,
      })
      const device = given.mode === 'referral' ? devices.indicator : devices.administrator
      const result = await device.run(await commandOf(given))
      const problems = Object.entries(given.problems)
      const expected = problems.map(([field, message]) => [field, [message]])
      // Four dates share one sentence: the message names which.
      const messages = problems.map(([field, message]) =>
        message === FUTURE_DATE ? `${fieldLabel(field)}: ${message}.` : message,
      )
      if (expected.length === 0) expect(result).toMatchObject({ outcome: 'applied' })
      else
        expect(result).toMatchObject({
          outcome: 'rejected',
          code: 'rule',
          message: messages[0],
          errors: Object.fromEntries(expected),
        })
    })

    test("a cancellation in Quiver takes a note and the client's contact, and nothing else", async () => {
      const names = [
        { id: 4, name: 'Residencial' },
        { id: 25, name: 'Cancelamento no Quiver' },
      ]
      await store.db.insertInto('insurances').values(names).execute()
      const quiver = { insurance_id: 25, product: null, product_details: VEHICLE }
      const { uid, client_uid } = await addSavable(store, BRUNA, quiver)
      await store.db.updateTable('leads').set({ inviter_id: null }).where('uid', '=', uid).execute()
      const save = (changes: object, client: object = {}): GivenCommand => ({
        command: 'lead.update',
        args: { lead_uid: uid, client_uid, changes, client },
      })
      const note = { additional_information: 'Pedido no Quiver' }
      const { administrator } = devices
      // A lead without its product may be saved: this form does not ask for it.
      expect(await administrator.run(save(note, { cellphone: '11912345678' }))).toMatchObject({
        outcome: 'applied',
        rows: { leads: [note], clients: [{ cellphone: '11912345678' }] },
      })
      expect(
        await administrator.run(save({ proposal: '77' }, { name: 'Outra', address: { city: 'Betim' } })),
      ).toMatchObject({
        outcome: 'rejected',
        code: 'rule',
        errors: {
          proposal: [expect.stringContaining('Cancelamento no Quiver')],
          'client.name': [expect.any(String)],
          'client.address.city': [expect.any(String)],
        },
      })
      const back = { insurance_id: 4, inviter_id: INDICATOR, proposal: '77' }
      expect(await administrator.run(save(back))).toMatchObject({ outcome: 'applied' })
    })

    test('a broker or an inviter of the wrong role is refused', async () => {
      const { uid, client_uid } = await addSavable(store, BRUNA)
      const save = (changes: object): GivenCommand => ({
        command: 'lead.update',
        args: { lead_uid: uid, client_uid, changes },
      })
      expect(await devices.administrator.run(save({ broker_id: INDICATOR }))).toMatchObject({
        errors: { broker_id: ['Este corretor não está ativo. Escolha outro.'] },
      })
      expect(await devices.broker.run(save({ broker_id: DAVI, inviter_id: DAVI }))).toMatchObject({
        outcome: 'rejected',
        errors: {
          broker_id: ['Só o administrador escolhe o corretor'],
          inviter_id: ['Só o administrador troca o indicador'],
        },
      })
      expect(await devices.administrator.run(save({ broker_id: DAVI }))).toMatchObject({ outcome: 'applied' })
    })

    test("a lead's edit refuses a document that belongs to another client", async () => {
      const first = await addSavable(store, BRUNA)
      await store.db
        .updateTable('clients')
        .set({ cpf: '11144477735' })
        .where('uid', '=', first.client_uid)
        .execute()
      const second = await addSavable(store, BRUNA)
      const args = {
        lead_uid: second.uid,
        client_uid: second.client_uid,
        changes: {},
        client: { cpf: '111.444.777-35' },
      }
      expect(await devices.broker.run({ command: 'lead.update', args })).toMatchObject({
        errors: { 'client.cpf': ['Já existe outro cliente com este CPF/CNPJ'] },
      })
    })
  })

  describe('an end', () => {
    const finish = (
      { uid, client_uid }: { uid: string; client_uid: string },
      more: Pick<CommandArgs<'lead.finish'>, 'quoted'> = {},
    ): GivenCommand => ({
      command: 'lead.finish',
      args: { lead_uid: uid, client_uid, changes: {}, ...more } satisfies CommandArgs<'lead.finish'>,
      occurred_at: new Date(NOW).toISOString(),
    })
    const ofInviter = (role_id: RoleId) =>
      store.db.updateTable('user_roles').set({ role_id }).where('user_id', '=', INDICATOR).execute()
    const flow = (status_flow: readonly number[]) =>
      store.db
        .updateTable('channels')
        .set({ status_flow: JSON.stringify(status_flow) })
        .where('id', '=', 1)
        .execute()

    test.each(finishCases(NOW, formatDateTime))('$name: $says', async ({
      lead: changes,
      says,
      inviterRole,
      statusFlow,
    }) => {
      if (inviterRole === 6) await ofInviter(6)
      if (statusFlow !== undefined) await flow(statusFlow)
      const added = await addSavable(store, BRUNA, { ...soldLead(NOW), ...changes })
      const result = await devices.broker.run(finish(added))
      await ofInviter(5)
      await flow(FLOW)
      if (says === null) {
        expect(result).toMatchObject({ outcome: 'applied' })
        expect(await lead(added.uid)).toMatchObject({
          state: 3,
          status: 6,
          attendance_on_time: expect.any(Number),
        })
      } else {
        expect(result).toMatchObject({ outcome: 'rejected', message: says })
        expect(await lead(added.uid)).toMatchObject({ state: 2 })
      }
    })

    test.each(QUOTE_CASES)('quoted: $name: $says', async ({ lead: changes, quoted, says }) => {
      const added = await addSavable(store, BRUNA, { ...soldLead(NOW), ...changes })
      const result = await devices.broker.run(finish(added, quoted === undefined ? {} : { quoted }))
      if (says !== null) return expect(result).toMatchObject({ outcome: 'rejected', message: says })
      expect(result).toMatchObject({ outcome: 'applied' })
      expect(await lead(added.uid)).toMatchObject({ state: 3, quoted: quoted ?? 0 })
    })

    test("an end queued by an app of an earlier version marks its form's quote and needs no quote check", async () => {
      const added = await addSavable(store, BRUNA, { ...soldLead(NOW), quoted: 0 })
      expect(await devices.broker.run({ ...finish(added), schema_version: 1 })).toMatchObject({
        outcome: 'applied',
      })
      expect(await lead(added.uid)).toMatchObject({ state: 3, quoted: 1 })
    })

    test.each(LOSS_CASES.filter(({ lead: { sold } }) => sold === 0))('lost: $name', async ({
      lead: changes,
      fields,
    }) => {
      const added = await addSavable(store, BRUNA, { ...soldLead(NOW), ...changes })
      const result = await devices.broker.run(finish(added))
      if (fields.length === 0) expect(result).toMatchObject({ outcome: 'applied' })
      else expect(Object.keys(result.outcome === 'rejected' ? result.errors : {})).toEqual(fields)
    })

    test('fields changed in the form are saved with the end and count for it', async () => {
      const added = await addSavable(store, BRUNA, { ...soldLead(NOW), sale_value_cents: null })
      const changes = { sale_value_cents: 99_900, product_details: { year: '2024' } }
      const args = {
        lead_uid: added.uid,
        client_uid: added.client_uid,
        changes,
        client: { mail: 'nova@exemplo.com.br' },
      }
      expect(await devices.broker.run({ command: 'lead.finish', args })).toMatchObject({
        outcome: 'applied',
        rows: { clients: [{ mail: 'nova@exemplo.com.br' }] },
      })
      expect(await lead(added.uid)).toMatchObject({
        state: 3,
        sale_value_cents: 99_900,
        product_details: { year: '2024', brand: 'Fiat' },
      })
    })
  })

  describe('a step', () => {
    const people: Record<Actor, ReturnType<typeof aUser>> = {
      administrator: aUser(1, { id: ADMIN }),
      manager: aUser(2, { id: MANAGER }),
      broker: aUser(3, { id: BRUNA }),
      colleague: aUser(3, { id: DAVI }),
    }
    const rules: Record<StepName, (row: Lead, user: ReturnType<typeof aUser>) => StepProblem | null> = {
      'lead.negotiate': negotiateProblem,
      'lead.pendingSell': pendingSellProblem,
      'lead.advance': (row, user) => advanceProblem(row, user, FLOW),
      'lead.markQuoted': quoteStepProblem,
      'lead.recordCall': callProblem,
      'lead.noteContact': noteContactProblem,
      'lead.recover': recoverProblem,
      'lead.cancel': cancelProblem,
      'lead.setDeadlines': deadlinesProblem,
      'lead.setSuspended': suspendProblem,
    }
    const more: Partial<Record<StepName, object>> = {
      'lead.pendingSell': { observation: 'Falta a vistoria' },
      'lead.recordCall': { phone: '11987654321' },
      'lead.noteContact': { contact_type: 1, contact_date: hoursAgo(1) },
      'lead.setSuspended': { suspended: true },
      'lead.setDeadlines': {
        capture_on_time: 1,
        first_call_on_time: 0,
        indication_on_time: 1,
        attendance_on_time: 0,
      },
    }
    const command = (step: StepName, lead_uid: string): GivenCommand => ({
      command: step,
      args: { lead_uid, ...more[step] },
    })

    test.each(STEP_CASES)('$step by $by, $name: $code', async ({ step, by, lead: changes, code }) => {
      const { uid } = await addSavable(store, BRUNA, changes)
      const problem = rules[step](await lead(uid), people[by])
      expect(problem?.code ?? null).toBe(code)
      const result = await devices[by].run(command(step, uid))
      if (problem === null) expect(result).toMatchObject({ outcome: 'applied' })
      else expect(result).toMatchObject({ outcome: 'rejected', message: problem.message })
    })

    test('one deadline is judged alone; an unjudged one stays open', async () => {
      const { uid } = await addSavable(store, BRUNA)
      const before = await lead(uid)
      const args = { lead_uid: uid, attendance_on_time: 1 }
      expect(await devices.administrator.run({ command: 'lead.setDeadlines', args })).toMatchObject({
        outcome: 'applied',
      })
      const flags = ({ capture_on_time, first_call_on_time, indication_on_time }: Lead) => [
        capture_on_time,
        first_call_on_time,
        indication_on_time,
      ]
      const after = await lead(uid)
      expect(after.attendance_on_time).toBe(1)
      expect(flags(after)).toEqual(flags(before))
      expect(flags(after)).toContain(null)
    })

    test.each(
      STEP_CASES.filter(({ code }) => code === null).map(({ step }) => step),
    )("%s of a colleague's lead is not found", async (step) => {
      const { uid } = await addSavable(store, BRUNA)
      expect(await devices.colleague.run(command(step, uid))).toMatchObject({
        outcome: 'rejected',
        code: expect.stringMatching(/not_found|forbidden/),
      })
    })

    test('a cancellation or suspension that is already there is no failure', async () => {
      const cancelled = await addSavable(store, BRUNA, { state: 3, status: 6, cancelled: true })
      expect(await devices.manager.run(command('lead.cancel', cancelled.uid))).toMatchObject({
        outcome: 'applied',
      })
      const suspended = await addSavable(store, BRUNA, { state: 1, status: 1, suspended_lead: true })
      expect(await devices.manager.run(command('lead.setSuspended', suspended.uid))).toMatchObject({
        outcome: 'applied',
      })
    })

    test('every call is recorded; only the first counts for the deadline', async () => {
      const { uid } = await addSavable(store, BRUNA)
      await devices.broker.run(command('lead.recordCall', uid))
      const first = await lead(uid)
      expect(first).toMatchObject({ first_call_on_time: 1, first_call_date: expect.any(String) })
      await devices.broker.run(command('lead.recordCall', uid))
      expect(await lead(uid)).toMatchObject({ first_call_date: first.first_call_date })
      const calls = await store.db.selectFrom('calls').select(['user_id', 'phone', 'status']).execute()
      const made = { user_id: BRUNA, phone: '11987654321', status: null }
      expect(calls).toEqual([made, made])
      const wrong = { command: 'lead.recordCall', args: { lead_uid: uid, phone: '123' } }
      expect(await devices.broker.run(wrong)).toMatchObject({ errors: { phone: ['Telefone inválido'] } })
    })

    test('a file is joined to one lead only, once its user has sent it', async () => {
      const { uid } = await addSavable(store, BRUNA)
      const other = await addSavable(store, BRUNA)
      const file_uid = crypto.randomUUID()
      const attach = (lead_uid: string): GivenCommand => ({
        command: 'lead.attachFile',
        args: { lead_uid, file_uid, name: 'oc.pdf', size: 10 },
      })
      expect(await devices.broker.run(attach(uid))).toMatchObject({
        outcome: 'rejected',
        message: 'O arquivo não chegou ao servidor. Envie-o novamente.',
      })
      await store.db
        .insertInto('uploaded_files')
        .values({ uid: file_uid, user_id: BRUNA, size: 10, path: 'x/y' })
        .execute()
      expect(await devices.administrator.run(attach(uid))).toMatchObject({ outcome: 'rejected' })
      expect(await devices.broker.run(attach(uid))).toMatchObject({
        outcome: 'applied',
        rows: { leads: [{ file_path: file_uid }] },
      })
      expect(await devices.broker.run(attach(uid))).toMatchObject({ outcome: 'applied' })
      expect(await devices.broker.run(attach(other.uid))).toMatchObject({
        message: 'Este arquivo já pertence a outro lead.',
      })
    })
  })
})
