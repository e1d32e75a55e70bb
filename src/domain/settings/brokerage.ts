/** The brokerage as it signs mails and the page of an inviter's link: docs/rules.md#brokerage */
import { z } from 'zod'
import { LOGO_PATH } from './logo-path.ts'

const LONGEST_NAME = 80

/** Both are settings of their own. */
export const brokerageShape = {
  /** Empty: mails are signed by Farol, and the page says 'a corretora'. */
  brokerage_name: z.string().trim().max(LONGEST_NAME).default(''),
  /** Changes with the picture, which has a table of its own: devices need not keep it. Empty: no logo. */
  brokerage_logo: z.string().max(40).default(''),
}

const brokerageSchema = z.object(brokerageShape)
type BrokerageSettings = z.infer<typeof brokerageSchema>

export interface Brokerage {
  readonly name: string | null
  /** The path of the picture, another one after each change. */
  readonly logo: string | null
}

export const brokerageOf = ({
  brokerage_name: name,
  brokerage_logo: version,
}: BrokerageSettings): Brokerage => ({
  name: name === '' ? null : name,
  logo: version === '' ? null : `/api${LOGO_PATH}?v=${version}`,
})

/** In bytes. Mails carry it, and WhatsApp shows no picture of more than 600 kB. */
export const LOGO_LIMIT = 300_000

/** Returns what is wrong with a name as a sentence, or null. */
export const brokerageNameProblem = (name: string): string | null =>
  name.trim().length > LONGEST_NAME ? `Use até ${LONGEST_NAME} caracteres` : null

const SIGNATURES = [
  { mediaType: 'image/png', first: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { mediaType: 'image/jpeg', first: [0xff, 0xd8, 0xff] },
] as const

/** Returns the type of a picture by its first bytes, whatever its name says; null for any other. */
export const pictureType = (bytes: Uint8Array): 'image/png' | 'image/jpeg' | null =>
  SIGNATURES.find(({ first }) => first.every((byte, place) => bytes[place] === byte))?.mediaType ?? null
