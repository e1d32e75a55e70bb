/** The audit in words: names for numbers, and no JSON. docs/rules.md#audit */
import { expect, test } from 'vitest'
import { fieldName } from '../../../src/contract/field-names.ts'
import { auditLines } from '../../../src/domain/audit/audit-words.ts'

const words = {
  names: {
    channels: new Map([[8, { name: 'Site' }]]),
    users: new Map([[4, { name: 'Bruna' }]]),
    insurances: new Map([[1, 'Auto']]),
    partners: new Map([[26, 'Loja 26']]),
    teams: [{ id: 2, description: 'Sul' }],
  },
  nameOf: fieldName,
}
const said = (entity: string, after: unknown, before: unknown = null) =>
  auditLines({ entity, before, after }, words).map((line) => `${line.label}: ${line.before} → ${line.after}`)

test('only what differs is said, and of a new row only what it has', () => {
  expect(
    said(
      'partners',
      { name: 'Bia', active: true, code_wf: 'A' },
      { name: 'Ana', active: true, code_wf: 'A' },
    ),
  ).toEqual(['Nome: Ana → Bia'])
  expect(said('partners', { name: 'Ana', code_wf: null })).toEqual(['Nome: — → Ana'])
})

test.each([
  [
    'lead_broker_config',
    { channel_id: 8, partner_id: 26 },
    ['Canal: — → Site', 'Concessionária: — → Loja 26'],
  ],
  ['lead_broker_config', { insurance_id: 1, broker_id: 4 }, ['Seguro: — → Auto', 'Corretor: — → Bruna']],
  ['lead_broker_config', { status: 0, channel_id: 4711 }, ['Status: — → Inativo', 'Canal: — → Nº 4711']],
  [
    'users',
    { status: 1, roles: [{ id: 3, name: 'Corretor' }] },
    ['Status: — → Ativo', 'Perfis de acesso: — → Corretor'],
  ],
  [
    'users',
    { verify: { verified: false, verify_code: null } },
    ['Confirmação do e-mail: — → Não confirmado'],
  ],
  ['channels', { parent_id: 8, custom: true }, ['Canal principal: — → Site', 'Personalizado: — → Sim']],
  ['channels', { status_flow: [1, 6] }, ['Fluxo de status: — → Origem, Finalizado']],
  ['technical_teams', { channels: [8] }, ['Canais: — → Site']],
  ['insurances', { type: 2 }, ['Tipo: — → Pessoa jurídica']],
  [
    'audit_log',
    { action: 'sign_in', entity: 'users', user_id: 4 },
    ['Ação: — → Entrou', 'Registro: — → Usuário', 'Usuário: — → Bruna'],
  ],
  ['audit_log', { start_date: '2026-11-01' }, ['Data inicial: — → 01/11/2026']],
  ['clients', { address: { city: 'Betim', cep: null } }, ['Endereço: — → Cidade: Betim']],
])('%s %o', (entity, after, lines) => {
  expect(said(entity, after)).toEqual(lines)
})

test('working hours are one sentence', () => {
  const before = { business_hours: { start: '08:30', end: '18:00', holidays: [] } }
  const after = { business_hours: { start: '09:00', end: '18:00', holidays: ['2026-12-24'] } }
  expect(said('settings', after, before)).toEqual([
    'Expediente e feriados: 08:30 às 18:00 → 09:00 às 18:00, outros feriados: 24/12/2026',
  ])
})

test.each([
  ['users', { phone: '31987654321' }, ['Telefone: — → (31) 98765-4321']],
  [
    'clients',
    { cpf: '11144477735', leads: 2, timeline: 3 },
    ['CPF/CNPJ: — → 111.444.777-35', 'Leads: — → 2', 'Histórico: — → 3'],
  ],
  ['data_requests', { created_at: '2026-11-26T15:00:00.000Z' }, ['Criado em: — → 26/11/2026 12:00']],
  [
    'reports',
    { date_start: '2026-11-01', 'broker_id[]': [4], order: '-sold', page: 2 },
    ['Data inicial: — → 01/11/2026', 'Corretor: — → Bruna'],
  ],
  [
    'reports',
    { technical_teams: [2], reference_month: '2026-11' },
    ['Equipes: — → Sul', 'Mês de referência: — → 11/2026'],
  ],
  ['reports', { view: 3 }, ['Enviado por e-mail: — → Por uma visão guardada']],
  [
    'sessions',
    { device_id: crypto.randomUUID(), device_name: 'Chrome no Android' },
    ['Aparelho: — → Chrome no Android'],
  ],
  ['renewal_imports', { state: 'cancelled' }, ['Situação: — → Cancelada']],
])('%s in words: %o', (entity, after, lines) => {
  expect(said(entity, after)).toEqual(lines)
})

test('an import of renewals and its decisions have names', () => {
  expect(said('renewal_imports', { blank: 1, decided: 2, discarded: 1 })).toEqual([
    'Linhas em branco: — → 1',
    'Linhas decididas: — → 2',
    'Linhas descartadas: — → 1',
  ])
})
