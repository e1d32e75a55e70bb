/** Templates and their fields: docs/rules.md#message-templates */
import { describe, expect, test } from 'vitest'
import {
  approvedBodyProblem,
  bodyProblem,
  fieldsIn,
  filledText,
  missingFields,
  numberedText,
  sampleValues,
  templateValues,
} from '../../../../src/domain/whatsapp/template-fields.ts'
import { DELIVERED_TEMPLATES, LONGEST_TEMPLATE } from '../../../../src/domain/whatsapp/templates.ts'
import { aLead, iso } from '../fixtures.ts'

const facts = { userName: 'Bruna Souza', brokerage: 'Farol Seguros', insurance: 'Automóvel' }

test('a lead gives every field its value', () => {
  const lead = aLead({
    id: 1234,
    client_name: ' Ana Martins ',
    product: 'Onix 2024',
    old_insurer: 'Porto',
    old_end_of_validity: '2026-12-15',
    end_of_validity: '2027-12-15',
    lead_scheduling: { scheduling_date: iso('2026-12-03T14:00:00'), description: 'Ligar', status: 0 },
  })
  expect(templateValues({ lead, ...facts })).toEqual({
    primeiro_nome: 'Ana',
    nome: 'Ana Martins',
    corretor: 'Bruna Souza',
    corretora: 'Farol Seguros',
    seguro: 'Automóvel',
    produto: 'Onix 2024',
    seguradora: 'Porto',
    fim_vigencia: '15/12/2026',
    retorno: '03/12/2026 14:00',
    numero_lead: '1234',
  })
})

test('what is not known is empty, a closed return among it', () => {
  const lead = aLead({
    id: null,
    product: null,
    lead_scheduling: { scheduling_date: iso('2026-12-03T14:00:00'), description: 'Ligar', status: 1 },
  })
  const values = templateValues({ lead, ...facts, insurance: '' })
  expect(values).toMatchObject({
    numero_lead: '',
    produto: '',
    seguradora: '',
    fim_vigencia: '',
    retorno: '',
  })
})

test.each([
  ['MARIA DAS DORES', 'Maria'],
  ['É', 'É'],
  ['joão silva', 'joão'],
  ['', ''],
])('the first name of %o is %o', (client_name, first) => {
  expect(templateValues({ lead: aLead({ client_name }), ...facts }).primeiro_nome).toBe(first)
})

describe('a text', () => {
  const body = 'Olá, {primeiro_nome}! Aqui é {corretor}. Tudo bem, {primeiro_nome}?'
  test('names each field once, in its order, as Meta numbers them', () => {
    expect(fieldsIn(body)).toEqual(['primeiro_nome', 'corretor'])
    expect(numberedText(body)).toBe('Olá, {{1}}! Aqui é {{2}}. Tudo bem, {{1}}?')
  })
  test('without a value shows what is missing, and is not whole', () => {
    expect(missingFields(body, { primeiro_nome: ' ', corretor: 'Bruna' })).toEqual(['primeiro_nome'])
    expect(filledText(body, { corretor: 'Bruna' })).toBe(
      'Olá, [Primeiro nome do cliente]! Aqui é Bruna. Tudo bem, [Primeiro nome do cliente]?',
    )
  })
  test('a value with braces or a dollar sign is written as it is', () => {
    expect(filledText('{nome}', { nome: '$& {corretor}' })).toBe('$& {corretor}')
  })
  test.each([
    ['Olá', null],
    ['Olá, {nome}', null],
    ['Olá, {apelido}', 'Não existe o campo {apelido}'],
    ['Olá, {}', 'Não existe o campo {}'],
    ['Olá, {toString}', 'Não existe o campo {toString}'],
    ['Olá, {nome', 'Uma chave { ou } está sem par'],
    ['Olá, nome}', 'Uma chave { ou } está sem par'],
  ])('%o: %o', (text, problem) => {
    expect(bodyProblem(text)).toBe(problem)
  })
})

test.each(DELIVERED_TEMPLATES)('the delivered text $name can be approved, and its fields exist', ({
  body,
}) => {
  expect(bodyProblem(body)).toBeNull()
  expect(approvedBodyProblem(body)).toBeNull()
  expect(filledText(body, sampleValues()).length).toBeLessThan(LONGEST_TEMPLATE)
  expect(filledText(body, sampleValues())).not.toMatch(/[[\]{}]/)
})

test('a text that Meta approves neither begins nor ends with a field', () => {
  expect(approvedBodyProblem('{nome}, olá')).not.toBeNull()
  expect(approvedBodyProblem('Olá, {nome}')).not.toBeNull()
})
