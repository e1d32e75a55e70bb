/**
 * The fields of a proposal that a dealership's system delivers, each declared once under the name of its column:
 * docs/rules.md#proposals. What only the server says of them: `server/records/proposals.ts`.
 */
import { z } from 'zod'
import { ofAddress } from '../client/fields.ts'

const text = z.string().max(200).default('')

/** The dealership's data about its client. Every field may be missing. */
const clientSchema = z.object({
  name: text,
  cpf: text,
  rg: text,
  /** YYYY-MM-DD. */
  birth_date: z.iso.date().nullable().default(null),
  email: text,
  phone: text,
  cellphone: text,
  /** The state is an extension of this API, absent when the dealership sends none. */
  address: z.object({ ...ofAddress(() => text), state: z.string().max(200).optional() }).prefault({}),
})

const productSchema = z.object({ name: text, chassis: text, license_plate: text, year: text, brand: text })

/**
 * `sent`: as a dealership's system delivers it. `stored`: in the table and in answers. `mentions` and `shown`:
 * `src/domain/client/personal-tables.ts`.
 */
export const PROPOSAL_FIELDS = {
  inviter_login: { sent: z.string().min(1).max(200), stored: z.string(), label: 'Login do indicador' },
  proposal: { sent: z.string().trim().min(1).max(60), stored: z.string(), shown: 'Proposta' },
  proposal_date: {
    sent: z.iso.datetime({ offset: true }).nullable().default(null),
    stored: z.string().nullable(),
    shown: 'Data da proposta',
  },
  /** The dealership. */
  partner_id: { sent: z.int32().optional(), stored: z.number().int().nullable() },
  client_informations: {
    sent: clientSchema.prefault({}),
    stored: clientSchema,
    label: 'Dados do cliente',
    shown: 'Cliente',
  },
  product_informations: {
    sent: productSchema.prefault({}),
    stored: productSchema,
    label: 'Dados do produto',
    mentions: 'Produto',
    shown: 'Produto',
  },
  insurance_id: { sent: z.int32().nullable().default(null), stored: z.number().int().nullable() },
  /** Its first line contains the proposal's status, after a colon. */
  additional_information: {
    sent: z.string().max(4000).default(''),
    stored: z.string(),
    mentions: 'Informações adicionais',
    shown: 'Informações adicionais',
  },
  /** Whether it may be imported again; null: not decided yet. */
  bypass_allowed: { stored: z.boolean().nullable(), label: 'Permissão de duplicidade' },
} as const
