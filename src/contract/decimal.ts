/** Numbers as paths, queries and forms carry them: text of decimal digits. `Number` itself takes '0x67e', '1e3' and ' 12', too. */
import { z } from 'zod'

const DIGITS = /^\d{1,15}$/

/** The number of its digits; in a body the number itself does as well. `fits` says what of numbers is asked for. */
const decimal = (fits: z.ZodNumber) =>
  z.preprocess(
    (given: number | string) => (typeof given === 'string' && DIGITS.test(given) ? Number(given) : given),
    fits,
  )

const NO_NUMBER = 'Envie um número, só com dígitos'
const whole = z.number({ error: ({ code }) => (code === 'invalid_type' ? NO_NUMBER : undefined) }).int()
/** As far as the numbers of rows go. */
const LARGEST = 2 ** 31 - 1

export const wholeNumber = decimal(whole.min(0).max(LARGEST))
/** A row's number. */
export const idNumber = decimal(whole.positive().max(LARGEST))
export const numberFrom = (least: number, most = Number.MAX_SAFE_INTEGER) =>
  decimal(whole.min(least).max(most))
