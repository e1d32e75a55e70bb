/**
 * Referrals of October 2026: self-indications of brokers (channel 7), leads without a proposal date or an inviter, and
 * proposals that are later than their lead. 24 leads.
 */
import { at, cancelledOn, captured, dayIn, inTurn, type LeadPlan, lostOn, soldOn } from './lead-row.ts'
import {
  AVENIDA,
  BRUNA,
  CAIO,
  CENTRO,
  DAVI,
  ELISA,
  FABIO,
  PARTNER_REFERRER,
  REFERRER,
  SHOP_OF_TWO,
} from './people.ts'

const created = (place: number) => at(dayIn('2026-10', 13 + place), '10:00')
const end = at('2026-10-27', '11:00')

/** Three for each of four brokers: sold and on time, lost and late, open and not judged. */
const self = [BRUNA, CAIO, ELISA, FABIO].flatMap((broker, row) =>
  [0, 1, 2].map((way): LeadPlan => {
    const isFabios = broker === FABIO
    const lead = {
      channel_id: 7,
      insurance_id: inTurn([1, 4, 6], way),
      broker_id: broker,
      inviter_id: broker,
      create_lead_date: created(row),
      ...captured(at(dayIn('2026-10', 13 + row), '11:00')),
      indication_on_time: inTurn([1, 0, null], way),
    }
    if (way === 0 && !isFabios) return { ...lead, ...soldOn(end), about: 'autoindicação vendida' }
    if (way === 1 && !isFabios) return { ...lead, ...lostOn(end, 4), about: 'autoindicação perdida' }
    return { ...lead, about: 'autoindicação aberta' }
  }),
)

const selfOfOthers: readonly LeadPlan[] = [
  {
    about: 'autoindicação de Bruna, que Caio atende',
    channel_id: 7,
    insurance_id: 1,
    inviter_id: BRUNA,
    broker_id: CAIO,
    create_lead_date: created(0),
    indication_on_time: 1,
    ...captured(at('2026-10-13', '12:00')),
    ...soldOn(end),
  },
  {
    about: 'autoindicação de Davi, sem corretor',
    channel_id: 7,
    insurance_id: 1,
    inviter_id: DAVI,
    create_lead_date: created(1),
    indication_on_time: 1,
  },
  {
    about: 'autoindicação cancelada',
    channel_id: 7,
    insurance_id: 1,
    inviter_id: BRUNA,
    broker_id: BRUNA,
    create_lead_date: created(2),
    indication_on_time: 1,
    ...cancelledOn(end),
  },
]

const shop = { channel_id: 2, insurance_id: 1, partner_id: AVENIDA, broker_id: DAVI }
const proposals: readonly LeadPlan[] = [
  { ...shop, about: 'proposta em setembro, lead em outubro', proposal_date: at('2026-09-29', '17:00') },
  { ...shop, about: 'proposta em outubro, lead em novembro', proposal_date: at('2026-10-30', '17:00') },
  {
    ...shop,
    about: 'proposta depois do lead: intervalo para trás',
    proposal_date: at('2026-10-16', '09:00'),
  },
  { ...shop, about: 'proposta no instante do lead', proposal_date: at('2026-10-14', '10:00') },
  { ...shop, about: 'sem data da proposta', proposal_date: null },
  { ...shop, about: 'sem data da proposta, com o número', proposal: 'P-sem-data', proposal_date: null },
].map((plan, place) => ({
  ...plan,
  inviter_id: inTurn([REFERRER, SHOP_OF_TWO], place),
  create_lead_date: place === 1 ? at('2026-11-03', '10:00') : at('2026-10-14', '10:00'),
  indication_on_time: inTurn([0, 1, 1, 1, null, 1], place),
}))

const odd: readonly LeadPlan[] = [
  { ...shop, about: 'sem indicador', inviter_id: null, create_lead_date: created(3) },
  {
    ...shop,
    about: 'indicado pelo parceiro, cancelado depois de vendido',
    inviter_id: PARTNER_REFERRER,
    create_lead_date: created(3),
    indication_on_time: 1,
    ...soldOn(end),
    cancelled: true,
  },
  {
    ...shop,
    about: 'indicado pelo parceiro, vendido com pendência, ainda aberto',
    inviter_id: PARTNER_REFERRER,
    partner_id: CENTRO,
    create_lead_date: created(3),
    indication_on_time: 1,
    ...soldOn(end),
    state: 2,
    status: 5,
    pending_sell: true,
    end_lead_date: null,
    // As an external indication leaves it.
    insurance_details: {
      kind: 'vehicle',
      model: 'Onix',
      type: 'Usado',
      chassi: '9BWZZZ377VT004251',
      renavam: '00639884962',
      address: { cep: '', street: '', number: '', comp: '', district: '', city: 'Betim', state: 'MG' },
    },
  },
]

export const INDICATIONS: readonly LeadPlan[] = [...self, ...selfOfOthers, ...proposals, ...odd]
