/** The address of a CEP: docs/rules.md#client-calls. */
import { z } from 'zod'
import { cleanDigits } from '../domain/documents/masks.ts'

/** POST /cepverify, with or without its mask. */
export const cepRequestSchema = z.object({
  cep: z
    .string()
    .max(20)
    .transform(cleanDigits)
    .refine((digits) => digits.length === 8, 'CEP inválido'),
})

export const cepAddressSchema = z.object({
  uf: z.string(),
  cidade: z.string(),
  bairro: z.string(),
  logradouro: z.string(),
})
export type CepAddress = z.infer<typeof cepAddressSchema>

/** `items` null: no such CEP. 503 `not_configured`: this Farol asks nobody; 503 `unavailable`: nobody answered. */
export const cepSchema = z.object({ data: z.object({ items: cepAddressSchema.nullable() }) })
