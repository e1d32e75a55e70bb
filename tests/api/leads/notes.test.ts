/** Quick notes over the database: docs/rules.md#quick-notes. */
import { expect, test } from 'vitest'
import { timelineRoute } from '../../../src/contract/board.ts'
import { NOTED_MESSAGE, NOTES_FULL } from '../../../src/domain/lead/notes.ts'
import { MOST_NOTES } from '../../../src/domain/lead/notes-length.ts'
import { describeEachDatabase, type TestStore } from '../support/databases.ts'
import { inHouseWithDevices } from '../support/in-house.ts'
import { addSavable } from '../support/leads.ts'
import { addLead, BRUNA, DAVI, hoursAgo, workedBy } from '../support/people.ts'
import { aCommand, type Device } from '../support/server.ts'
import { storedLead } from '../support/stored.ts'

describeEachDatabase('quick notes', (open) => {
  let store: TestStore
  let admin: Device
  let bruna: Device
  inHouseWithDevices(open, (opened) => {
    ;({ store, admin, bruna } = opened)
  })

  const note = (lead_uid: string, text: string) => ({
    command: 'lead.addNote',
    args: { lead_uid, note: text },
    key: crypto.randomUUID(),
  })
  const notes = async (uid: string) => (await storedLead(store, uid)).additional_information
  const save = (
    { uid, client_uid }: { uid: string; client_uid: string },
    additional_information: string,
    more: object = {},
  ) => ({
    command: 'lead.update',
    args: { lead_uid: uid, client_uid, changes: { additional_information } },
    ...more,
  })

  test('notes of two people at once are both there, below the text, each once for all its deliveries', async () => {
    const lead = await addSavable(store, BRUNA)
    await admin.run(save(lead, 'Do formulário'))
    const [hers, his] = [note(lead.uid, 'Da Bruna'), note(lead.uid, 'Da gerência')]
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => bruna.run(hers)),
      ...Array.from({ length: 4 }, () => admin.run(his)),
    ])
    expect(new Set(answers.map(({ outcome }) => outcome))).toEqual(new Set(['applied']))
    const text = await notes(lead.uid)
    expect(text).toMatch(/^Do formulário\n\n\[/)
    for (const words of ['Da Bruna', 'Da gerência']) expect(text.split(words)).toHaveLength(2)
  })

  test('a note is no conflict, whatever base it names; a save of the text after it is one', async () => {
    const lead = await addSavable(store, BRUNA)
    await admin.run(save(lead, 'De outra pessoa'))
    const stale = { additional_information: 'Há muito tempo' }
    expect(await bruna.run({ ...note(lead.uid, 'Nota'), base: stale })).toMatchObject({ outcome: 'applied' })
    expect(await notes(lead.uid)).toMatch(/^De outra pessoa\n\n\[Bruna, .+\]\nNota$/)
    expect(
      await admin.run(save(lead, 'Por cima', { base: { additional_information: 'De outra pessoa' } })),
    ).toMatchObject({ outcome: 'conflict', fields: [{ field: 'additional_information' }] })
  })

  test('a save behind a note, without a base, overwrites no text that its device never showed', async () => {
    const lead = await addSavable(store, BRUNA)
    const [first, added, last] = [
      { ...save(lead, 'Da Bruna'), key: crypto.randomUUID(), base: { additional_information: '' } },
      note(lead.uid, 'Nota'),
      { ...save(lead, 'Da Bruna, por fim'), key: crypto.randomUUID() },
    ].map((one) => aCommand(one))
    if (first === undefined || added === undefined || last === undefined) throw new Error('three commands')
    await bruna.run(first)
    await admin.run(save(lead, 'Da gerência'))
    expect(await bruna.run({ ...added, depends_on: first.key })).toMatchObject({ outcome: 'applied' })
    expect(await bruna.run({ ...last, depends_on: added.key })).toMatchObject({ outcome: 'conflict' })
    expect(await notes(lead.uid)).toMatch(/^Da gerência/)
  })

  test('a save behind a save and a note of the same device is applied', async () => {
    const lead = await addSavable(store, BRUNA)
    const key = () => crypto.randomUUID()
    const first = { ...save(lead, 'Da Bruna'), key: key(), base: { additional_information: '' } }
    const added = { ...note(lead.uid, 'Nota'), depends_on: first.key }
    const last = { ...save(lead, 'Da Bruna, por fim'), key: key(), depends_on: added.key }
    const answers = await bruna.push(first, added, last)
    expect(answers.map(({ outcome }) => outcome)).toEqual(['applied', 'applied', 'applied'])
    expect(await notes(lead.uid)).toBe('Da Bruna, por fim')
  })

  test('it is saved while the form is not valid, and after the end; the history tells who and when', async () => {
    const lead = await addSavable(store, BRUNA)
    await store.db.updateTable('clients').set({ mail: '' }).where('uid', '=', lead.client_uid).execute()
    expect(await bruna.run(save(lead, 'x'))).toMatchObject({ outcome: 'rejected' })
    expect(await bruna.run(note(lead.uid, 'Sem e-mail ainda'))).toMatchObject({ outcome: 'applied' })
    const { id } = await storedLead(store, lead.uid)
    const { body } = await admin.call('GET', `/leads/${id}/timeline`)
    const [entry] = timelineRoute.answer.parse(body).data
    expect(entry).toMatchObject({
      command: 'lead.addNote',
      user: { id: BRUNA },
      changes: { additional_information: { after: expect.stringMatching(/\nSem e-mail ainda$/) } },
    })
    const ended = await addLead(store, {
      ...workedBy(BRUNA),
      state: 3,
      status: 6,
      sold: 1,
      end_lead_date: hoursAgo(2),
    })
    expect(await bruna.run(note(ended.uid, 'Pediu segunda via'))).toMatchObject({ outcome: 'applied' })
  })

  test('another broker, a lead of Origem, an empty note and full notes are refused', async () => {
    const own = await addLead(store, workedBy(BRUNA))
    const free = await addLead(store, { channel_id: 7 })
    const foreign = await addLead(store, workedBy(DAVI))
    expect(await bruna.run(note(foreign.uid, 'x'))).toMatchObject({ outcome: 'rejected', code: 'not_found' })
    expect(await bruna.run(note(free.uid, 'x'))).toMatchObject({ outcome: 'rejected', code: 'rule' })
    expect(await admin.run(note(free.uid, 'x'))).toMatchObject({ outcome: 'applied' })
    expect(await bruna.run(note(own.uid, '  '))).toMatchObject({ outcome: 'rejected', code: 'invalid' })
    await store.db
      .updateTable('leads')
      .set({ additional_information: 'x'.repeat(MOST_NOTES - 20) })
      .where('uid', '=', own.uid)
      .execute()
    expect(await bruna.run(note(own.uid, 'Já não cabe'))).toMatchObject({
      outcome: 'rejected',
      message: NOTES_FULL,
    })
  })

  test('REST adds it as the sync does', async () => {
    const { id, uid } = await addLead(store, workedBy(BRUNA))
    const again = { 'idempotency-key': crypto.randomUUID() }
    for (let time = 0; time < 2; time++)
      expect(await bruna.call('POST', `/leads/${id}/notes`, { note: ' Por REST ' }, again)).toEqual({
        status: 200,
        body: { message: NOTED_MESSAGE },
      })
    expect(await notes(uid)).toMatch(/^\[Bruna, .+\]\nPor REST$/)
  })
})
