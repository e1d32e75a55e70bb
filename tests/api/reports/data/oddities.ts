/** Leads that changed hands, and clients with unusual names, documents and phones, in October 2026. 14 leads. */
import { at, captured, type LeadPlan, lostOn, soldOn } from './lead-row.ts'
import { AVENIDA, BRUNA, CAIO, DAVI, ELISA, FABIO, IVO, REFERRER } from './people.ts'

const base = {
  channel_id: 1,
  insurance_id: 1,
  partner_id: AVENIDA,
  inviter_id: REFERRER,
  create_lead_date: at('2026-10-19', '09:00'),
  indication_on_time: 1,
}

/** The lead belongs to who has it now. The calls stay with those who made them. */
const changedHands: readonly LeadPlan[] = [
  {
    ...base,
    about: 'trocou de corretor: capturado e ligado por Bruna, vendido por Caio',
    broker_id: CAIO,
    ...captured(at('2026-10-19', '09:10')),
    calls: [
      { date: at('2026-10-19', '09:15'), duration: 180, status: 2, user_id: BRUNA },
      { date: at('2026-10-20', '10:00'), duration: 90, status: 2, user_id: CAIO },
    ],
    first_call_on_time: 1,
    ...soldOn(at('2026-10-20', '11:00')),
  },
  {
    ...base,
    about: 'trocou de corretor duas vezes e voltou à origem, sem corretor',
    broker_id: null,
    state: 1,
    status: 1,
    capture_date: at('2026-10-19', '09:10'),
    calls: [
      { date: at('2026-10-19', '09:15'), duration: 0, status: 3, user_id: DAVI },
      { date: at('2026-10-20', '10:00'), duration: 0, status: 0, user_id: BRUNA },
    ],
  },
  {
    ...base,
    about: 'do corretor inativo para Élisa: renovação que trocou de corretor',
    channel_id: 28,
    old_insurer: 'HDI',
    old_end_of_validity: '2026-10-29',
    broker_id: ELISA,
    previous_broker_id: IVO,
    ...captured(at('2026-10-20', '09:00')),
    ...lostOn(at('2026-10-26', '10:00'), 8),
  },
  {
    ...base,
    about: 'renovação ainda com o corretor inativo',
    channel_id: 27,
    old_insurer: 'HDI',
    old_end_of_validity: '2026-10-29',
    broker_id: IVO,
    previous_broker_id: FABIO,
  },
]

const LONG_NAME = 'Maria Antonieta dos Prazeres Cavalcanti de Albuquerque Souza'
/** One client with two leads: both have its number. */
const TWICE = { id: 9001, name: 'Cliente de Dois Leads', cpf: '52998224725' }

const clients: readonly LeadPlan[] = [
  { ...base, about: 'nome de 60 letras', client: { name: LONG_NAME } },
  { ...base, about: 'nome que começa com =', client: { name: '=1+1' } },
  { ...base, about: 'nome que começa com +', client: { name: '+55 Motores' } },
  { ...base, about: 'nome que começa com -', client: { name: '-2+3 Ltda' } },
  { ...base, about: 'nome que começa com @', client: { name: '@SUM(A1)' } },
  {
    ...base,
    about: 'nome com acentos, apóstrofo e porcentagem',
    client: { name: "Ângela D'Ávila 100%_ção" },
  },
  { ...base, about: 'empresa, com CNPJ', client: { name: 'Padaria Pão & Mel', cpf: '11222333000181' } },
  {
    ...base,
    about: 'sem documento e sem telefone',
    client: { name: 'Sem Documento', cpf: '', phone: '', cellphone: '' },
  },
  { ...base, about: 'primeiro lead de um cliente', client: TWICE },
  { ...base, about: 'segundo lead do mesmo cliente', client: TWICE, insurance_id: 4 },
].map((plan) => ({ ...plan, broker_id: DAVI }))

export const ODDITIES: readonly LeadPlan[] = [...changedHands, ...clients]
