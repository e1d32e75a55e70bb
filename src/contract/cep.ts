/** The address of a CEP: docs/rules.md#client-calls. */
import { z } from 'zod'
import { readCep } from '../domain/documents/read-cep.ts'
import { routesOf } from './route.ts'

const { post } = routesOf('Serviços')

export const cepAddressSchema = z.object({
  uf: z.string(),
  cidade: z.string(),
  bairro: z.string(),
  logradouro: z.string(),
})
export type CepAddress = z.infer<typeof cepAddressSchema>

/**
 * Accepts the CEP with or without its mask. `items` is null when the CEP does not exist.
 * 503 `not_configured`: no CEP service is configured. 503 `unavailable`: the service did not answer.
 */
export const cepRoute = post('/cepverify', 'cep.lookUp', {
  reads: true,
  body: z.object({
    cep: z
      .string()
      .max(20)
      .transform((text) => readCep(text) ?? '')
      .refine((digits) => digits !== '', 'CEP inválido'),
  }),
  answer: z.object({ data: z.object({ items: cepAddressSchema.nullable() }) }),
})
