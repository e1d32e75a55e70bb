import { describe, expect, test } from 'vitest'
import type { OutboxRecord } from '../../../../src/db/schema/records.ts'
import { EMPTY_INDICATION } from '../../../../src/domain/indication/form.ts'
import type { Lead } from '../../../../src/domain/lead/lead.ts'
import type { RoleId } from '../../../../src/domain/session/session-user.ts'
import { draftsBeside, keptDrafts } from '../../../../src/features/lead/drafts/kept-drafts.ts'
import { valuesOf } from '../../../../src/features/lead/form/lead-values.ts'
import { aClient, aLead, aUser } from '../../domain/fixtures.ts'

const lead = aLead({ uid: 'lead-1', id: 1234, state: 2, broker_id: 10 })
const before = valuesOf(lead, aClient({ name: 'Ana Souza' }), '')
const values = {
  ...before,
  lead: { ...before.lead, product_details: { ...before.lead.product_details, chassis: 'ABC' } },
  client: { ...before.client, address: { ...before.client.address, number: '10' } },
}
const kept = { values, before, elective_lead_id: null, lead_id: 1234 }

interface Around {
  readonly leads?: readonly Lead[]
  readonly queue?: readonly OutboxRecord[]
  readonly role?: RoleId
}

function draftOf(name: string, { leads = [], queue = [], role = 3 }: Around = {}, held: unknown = kept) {
  const [draft] = keptDrafts([{ name, values: held, savedAt: 1 }], {
    user: aUser(role),
    leads: new Map(leads.map((each) => [each.uid, each])),
    queue,
  })
  if (draft === undefined) throw new Error('unreachable')
  return draft
}

describe('the drafts of a device', () => {
  test('show only the typed fields, each part as its own field', () => {
    expect(draftOf('lead:lead-1').typed).toEqual([
      { field: 'product_details.chassis', value: 'ABC' },
      { field: 'client.address.number', value: '10' },
    ])
  })

  test("of a renewal kept by an earlier version show the end of the renewed policy under the form's name", () => {
    const { old_insurer: _insurer, old_end_of_validity: _end, ...fields } = { ...before.lead, channel_id: 27 }
    const earlier = {
      ...kept,
      before: { ...before, lead: fields },
      values: { ...before, lead: { ...fields, end_of_validity: '2027-03-10' } },
    }
    expect(draftOf('lead:lead-1', {}, earlier).typed).toEqual([
      { field: 'old_end_of_validity', value: '2027-03-10' },
    ])
  })

  test("of 'Privacidade' lead back to their form, for administrators", () => {
    const held = { values: { name: 'Zuleica', details: '' }, before: { name: '', details: '' } }
    const [request, answer] = ['privacy:request:new', 'privacy:answer:7'].map((name) =>
      draftOf(name, { role: 1 }, held),
    )
    expect(request).toMatchObject({
      title: 'Pedido de titular',
      typed: [{ field: 'name', value: 'Zuleica' }],
      form: { kind: 'privacy', form: 'request', id: null },
    })
    expect(answer).toMatchObject({
      title: 'Resposta a um pedido de titular · nº 7',
      form: { kind: 'privacy', form: 'answer', id: 7 },
    })
    expect(draftOf('privacy:incident:2', { role: 3 }, held).form).toBeNull()
  })

  test('are shown beside the refused save of a lead that left the device', () => {
    const names = ['lead:lead-1', 'refused:key-1', 'lead:lead-2', 'refused:key-2', 'create:/lead']
    const records = names.map((name) => ({ name, values: kept, savedAt: 1 }))
    const untouched = { name: 'lead:lead-3', values: { ...kept, values: before }, savedAt: 1 }
    const beside = (key: string, entityUid: string) =>
      draftsBeside({ key, entityUid }, [...records, untouched]).map(({ name, typed }) => [name, typed.length])
    expect(beside('key-1', 'lead-1')).toEqual([
      ['lead:lead-1', 2],
      ['refused:key-1', 2],
    ])
    expect(beside('key-3', 'lead-3')).toEqual([])
  })

  test('open in the form of a lead on the device that the user may save', () => {
    expect(draftOf('lead:lead-1', { leads: [lead] })).toMatchObject({
      title: 'Lead 1234 · Ana Souza',
      form: { kind: 'lead', uid: 'lead-1' },
    })
  })

  test('of an external indication open in its form, and can be read by a user who has none', () => {
    const typed = { ...EMPTY_INDICATION, client: { ...EMPTY_INDICATION.client, name: 'Zilda' } }
    const draft = (role: RoleId) => draftOf('create:/indicacao-externa', { role }, { values: typed })
    expect(draft(5)).toMatchObject({
      title: 'Indicação externa · Zilda',
      form: { kind: 'creation', path: '/indicacao-externa' },
      typed: [{ field: 'client.name', value: 'Zilda' }],
    })
    expect(draft(3).form).toBeNull()
  })

  test('keep number and client of a lead that left the device, and open no form', () => {
    expect(draftOf('lead:lead-1')).toMatchObject({ title: 'Lead 1234 · Ana Souza', form: null })
    // Drafts of earlier versions have no lead number.
    const { lead_id: _number, ...older } = kept
    expect(draftOf('lead:lead-1', {}, older)).toMatchObject({ title: 'Lead · Ana Souza', form: null })
  })

  test('open no form for a lead of another broker or a finished lead', () => {
    for (const other of [
      { ...lead, broker_id: 11 },
      { ...lead, state: 3 as const },
    ])
      expect(draftOf('lead:lead-1', { leads: [other] }).form).toBeNull()
  })

  test.each([
    ['create:/lead', 3, 'Criar Lead · Ana Souza', '/lead'],
    ['create:/auto-indicação', 3, 'Me Indico · Ana Souza', '/auto-indicação'],
    ['create:/auto-indicação', 2, 'Me Indico · Ana Souza', null],
    ['create:/', 5, 'Nova indicação · Ana Souza', '/'],
    ['create:/', 3, 'Nova indicação · Ana Souza', null],
    ['create:/outra', 1, 'Novo lead · Ana Souza', null],
  ] as const)('of the name %s for role %i have a title and a path', (name, role, title, path) => {
    expect(draftOf(name, { role })).toMatchObject({
      title,
      form: path === null ? null : { kind: 'creation', path },
    })
  })

  test('of a correction open while its refused command is in the queue', () => {
    const refused = { key: 'k1', command: 'lead.update', entityUid: lead.uid }
    const queue = [
      { ...refused, subject: { leadId: 77, clientName: 'Bia' } } as Partial<OutboxRecord> as OutboxRecord,
    ]
    // The form of a correction needs the lead.
    expect(draftOf('refused:k1', { queue })).toMatchObject({ form: null })
    expect(draftOf('refused:k1', { queue, leads: [lead] })).toMatchObject({
      title: 'Correção do lead 77 · Bia',
      form: { kind: 'correction', key: 'k1' },
    })
    expect(draftOf('refused:k2', { queue })).toMatchObject({
      title: 'Correção do lead 1234 · Ana Souza',
      form: null,
    })
  })

  test('of another version are shown and open no form', () => {
    const held = { values: { lead: { product: 'Onix' }, client: { name: 'Ana' } } }
    expect(draftOf('lead:lead-1', { leads: [lead] }, held)).toMatchObject({
      form: null,
      typed: [
        { field: 'product', value: 'Onix' },
        { field: 'client.name', value: 'Ana' },
      ],
    })
    expect(draftOf('lead:lead-1', {}, 'nothing of ours')).toMatchObject({
      title: 'Lead',
      typed: [],
      form: null,
    })
  })
})
