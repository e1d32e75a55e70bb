/**
 * Hundreds of values of people and of their health and homes are seeded into leads, details, notes and histories. Every
 * tool runs for every persona, and nothing that was sent to the assistant's service has one of them.
 */
import { expect, test } from 'vitest'
import { PERSONAS } from '../../../src/domain/assistant/personas.ts'
import { clientValues, marksOf } from '../security/support/marks.ts'
import { calls, says } from '../support/ai-peer.ts'
import { describeDatabase } from '../support/databases.ts'
import { addLead, BRUNA, hoursAgo, INDICATOR, workedBy } from '../support/people.ts'
import { aClientRow } from '../support/rows.ts'
import { ANALYST, chatHouse, newSession } from './chat-house.ts'

const PEOPLE = 20

interface Person {
  readonly marks: ReturnType<typeof marksOf>
  readonly illness: string
  readonly plate: string
  readonly chassis: string
  readonly responsible: string
}

function personOf(tag: number): Person {
  const two = String(tag).padStart(2, '0')
  return {
    marks: marksOf(tag),
    illness: `Zelopatia${two}`,
    plate: `QXZ${two.at(0)}K${two.at(1)}7`,
    chassis: `9BWZQ3772VT0${two}777`,
    responsible: `Zresponsavel${two}`,
  }
}

const formatted = (cpf: string) => cpf.replace(/(\d{3})(\d{3})(\d{3})(\d{2})/, '$1.$2.$3-$4')
const brazilian = (day: string) => day.split('-').toReversed().join('/')

function notesOf({ marks, plate, chassis }: Person): string {
  const { name, cpf, cellphone, mail, birth_date, address } = marks.client
  return [
    `Falei com ${name}, CPF ${formatted(cpf)}, nascimento ${brazilian(birth_date ?? '')}.`,
    `Celular (${cellphone.slice(0, 2)}) ${cellphone.slice(2, 7)}-${cellphone.slice(7)}, e-mail ${mail}.`,
    `Placa ${plate}, chassi ${chassis}, CEP ${address.cep.slice(0, 5)}-${address.cep.slice(5)}.`,
  ].join(' ')
}

/** What must not leave, in the forms in which it is stored and typed. The city is given on purpose. */
function secretsOf(person: Person): string[] {
  const { client } = person.marks
  const { city } = client.address
  return [
    ...clientValues(person.marks).filter((value) => value !== city),
    formatted(client.cpf),
    brazilian(client.birth_date ?? ''),
    `${client.cellphone.slice(2, 7)}-${client.cellphone.slice(7)}`,
    `${client.address.cep.slice(0, 5)}-${client.address.cep.slice(5)}`,
    person.marks.formerName,
    person.marks.callPhone,
    person.illness,
    person.plate,
    person.chassis,
    person.responsible,
  ]
}

const change = (after: unknown, before: unknown = null) => ({ before, after })

/** The details of each kind of line hold something of their own. */
function detailsOf(person: Person, tag: number): object {
  const { address } = person.marks.client
  const details = [
    { kind: 'life', dependents: 1, serious_illnesses: person.illness, marital_status: 'Casado(a)' },
    { kind: 'bike', brand: 'Caloi', storage_address: address },
    { kind: 'company', responsible_name: person.responsible, responsible_email: person.marks.client.mail },
    { kind: 'vehicle', model: 'Gol', chassi: person.chassis, renavam: person.marks.client.cpf, address },
  ]
  return details[tag % details.length] ?? {}
}

describeDatabase('what is sent to the service', (open) => {
  const house = chatHouse(open)

  async function seeded(person: Person, tag: number): Promise<number> {
    const { client } = person.marks
    const { address, ...fields } = client
    const row = aClientRow({ ...fields, ...address, name_folded: client.name.toLowerCase() })
    await house.store.db.insertInto('clients').values(row).execute()
    const details = JSON.stringify(detailsOf(person, tag))
    const notes = notesOf(person)
    const lead = await addLead(house.store, {
      ...workedBy(BRUNA),
      client_uid: row.uid,
      inviter_id: INDICATOR,
      partner_id: 24,
      additional_information: notes,
      notes_as_referred: notes,
      client_as_referred: JSON.stringify({ ...client, uid: row.uid }),
      insurance_details: details,
      product_details: JSON.stringify({ license_plate: person.plate, chassis: person.chassis }),
      scheduling_date: hoursAgo(-3),
      scheduling_description: notes,
      scheduling_status: 1,
      quoted: 1,
      quoted_date: hoursAgo(1),
      ...(tag % 3 === 0 ? { state: 3, sold: 1, sold_date: hoursAgo(1), end_lead_date: hoursAgo(1) } : {}),
      ...(tag % 3 === 1 ? { state: 3, sold: 0, lost_sale: 5, end_lead_date: hoursAgo(1) } : {}),
    })
    const homes = Object.entries(address).map(([key, value]) => [`client.address.${key}`, change(value, '')])
    const changed = Object.entries(detailsOf(person, tag)).map(([key, value]) => [
      `insurance_details.${key}`,
      change(value),
    ])
    await house.store.db
      .insertInto('timeline')
      .values({
        lead_uid: lead.uid,
        user_id: BRUNA,
        device_id: null,
        command: 'lead.save',
        occurred_at: hoursAgo(1),
        changes: JSON.stringify({
          ...Object.fromEntries([...homes, ...changed]),
          'client.name': change(client.name, person.marks.formerName),
          'client.birth_date': change(client.birth_date),
          'client.cpf': change(client.cpf, ''),
          'product_details.license_plate': change(person.plate),
          insurance_details: change(detailsOf(person, tag)),
          additional_information: change(notes, `Antes: ${notes}`),
          phone: change(person.marks.callPhone),
          lead_scheduling: change({ scheduling_date: hoursAgo(1), description: notes }),
          a_field_of_next_year: change(person.illness),
        }),
      })
      .execute()
    return lead.id
  }

  test('has none of the seeded values, whichever tool, persona, lead or report', {
    timeout: 120_000,
  }, async () => {
    const people = Array.from({ length: PEOPLE }, (_, place) => personOf(place + 1))
    const secrets = people.flatMap(secretsOf)
    expect(new Set(secrets).size).toBeGreaterThan(200)
    const leads: number[] = []
    for (const [place, person] of people.entries()) leads.push(await seeded(person, place + 1))

    const sent: string[] = []
    const ask = async (personId: number, ...tools: (readonly [string, object])[]) => {
      house.peer.next(calls(...tools), says('Pronto.'))
      await house.http.stream(house.admin, { prompt: 'Leia', personId, sessionId: newSession() })
      sent.push(house.peer.all())
    }
    house.peer.next(says('Oi'))
    await house.ask('Oi')
    const reports = [...JSON.stringify(house.peer.asked[0]?.tools).matchAll(/\\n([a-z-]+): /g)].map(
      ([, name]) => name ?? '',
    )
    for (const { id } of PERSONAS) for (const numero of leads) await ask(id, ['ler_lead', { numero }])
    await ask(ANALYST, ['listar_leads', {}], ['contar_leads', {}])
    await ask(ANALYST, ['listar_leads', { corretor: 'Bruna' }])
    for (const relatorio of reports) {
      await ask(ANALYST, ['executar_relatorio', { relatorio }])
      expect(sent.at(-1), relatorio).toContain('{\\"relatorio\\":')
    }

    const all = sent.join('\n').toLowerCase()
    // The tools did read these leads.
    for (const numero of leads) expect(all).toContain(`\\"lead\\":${numero},`)
    expect(secrets.filter((secret) => all.includes(secret.toLowerCase()))).toEqual([])
  })
})
