/** The one schema of a mail address, of forms, calls and commands. docs/rules.md#documents-phones-money */
import { z } from 'zod'
import { isMailAddress, LONGEST_MAIL, storedMail } from './mail-address.ts'

/** `missing` is said where there is nothing at all. */
export const mailSchema = (missing = 'E-mail inválido') =>
  z
    .string()
    .overwrite(storedMail)
    .max(LONGEST_MAIL)
    .refine(isMailAddress, { error: ({ input }) => (input === '' ? missing : 'E-mail inválido') })
    .meta({ format: 'email' })
