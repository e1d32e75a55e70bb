/**
 * Numbers in paths, queries and forms: text of decimal digits.
 * `Number` alone also accepts '0x67e', '1e3' and ' 12'.
 */
import { z } from 'zod'

const DIGITS = /^\d{1,15}$/

/** Accepts digits as text, or a number (in a body), and checks the value with `fits`. */
const decimal = (fits: z.ZodNumber) =>
  z.preprocess(
    (given: number | string) => (typeof given === 'string' && DIGITS.test(given) ? Number(given) : given),
    fits,
  )

const NO_NUMBER = 'Envie um número, só com dígitos'
const whole = z.number({ error: ({ code }) => (code === 'invalid_type' ? NO_NUMBER : undefined) }).int()
/** The largest number of a row: 32 bits, signed. */
const LARGEST = 2 ** 31 - 1

export const wholeNumber = decimal(whole.min(0).max(LARGEST))
/** The number of a row, in a body. */
export const rowNumber = whole.positive().max(LARGEST)
/** The number of a row, in an address. */
export const idNumber = decimal(rowNumber)
export const numberFrom = (least: number, most = Number.MAX_SAFE_INTEGER) =>
  decimal(whole.min(least).max(most))
