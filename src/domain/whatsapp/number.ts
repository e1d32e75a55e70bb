/** Numbers as WhatsApp writes them, and as people do. docs/rules.md#whatsapp-joining */
import { nationalNumber } from '../phone/national-number.ts'
import { isPhone } from '../phone/phone.ts'

const BRAZIL = /^\+?55(\d{10,11})$/
/** A mobile number as it was written before the ninth digit, which WhatsApp still gives for many area codes. */
const WITHOUT_NINTH = /^(\d{2})([6-9]\d{7})$/

const withNinth = (national: string): string => national.replace(WITHOUT_NINTH, '$19$2')

/** Returns the national digits of a number in whatever form it was typed, mobiles with their ninth digit. null: no phone. */
export function wholeNumber(text: string): string | null {
  const national = nationalNumber(text)
  return isPhone(national) ? withNinth(national) : null
}

/** Returns the national digits of a WhatsApp number, mobiles with their ninth digit. null: another country's, or no number. */
export function nationalOf(whatsappNumber: string): string | null {
  const national = BRAZIL.exec(whatsappNumber.trim())?.[1]
  if (national === undefined || !isPhone(national)) return null
  return withNinth(national)
}

/** Whether a stored phone, in whatever form it was typed, is that number (as `nationalOf` returns it). */
export const isNumberOf = (stored: string, number: string): boolean =>
  stored !== '' && withNinth(nationalNumber(stored)) === number
