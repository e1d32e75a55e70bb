/**
 * An unsent indication as both forms keep it on the device. zod/mini: the page without login has no room for all of zod.
 */
import * as z from 'zod/mini'
import { ofAddress } from '../client/fields.ts'
import { rowOf } from '../record/parts.ts'
import { TYPED_TEXTS, type TypedIndication } from './form.ts'

const text = z.string()
const address = z.object(ofAddress(() => text))
const typedSchema = z.object({
  client: z.object({ ...rowOf(TYPED_TEXTS, () => text), address }),
  lines: z.record(
    text,
    z.object({
      on: z.boolean(),
      values: z.record(text, text),
      address: z.nullable(address),
      healthConsent: z._default(z.nullable(z.object({ version: text, at: text })), null),
    }),
  ),
})

const keptSchema = z.object({ values: typedSchema })

export interface KeptIndication {
  readonly values: TypedIndication
}

/** Returns the typed values, or null for what this version can't read. */
export const keptIndication = (kept: unknown): KeptIndication | null =>
  keptSchema.safeParse(kept).data ?? null
