/**
 * Addresses that the CEP service returned before, stored on the device. The next lookup of that CEP needs no network.
 */
import { z } from 'zod'
import { cepAddressSchema } from '../../contract/cep.ts'
import type { MirrorDb } from '../schema/mirror.ts'
import { readMeta } from './meta.ts'

const NAME = 'cepAnswers'
/** The number of answers that are kept, newest first. */
const KEPT = 500
const answersSchema = z.array(cepAddressSchema.extend({ cep: z.string() }))
export type CepAnswer = z.infer<typeof answersSchema>[number]

async function all(db: MirrorDb): Promise<CepAnswer[]> {
  const parsed = answersSchema.safeParse(await readMeta(db, NAME))
  return parsed.success ? parsed.data : []
}

export async function knownCep(db: MirrorDb, cep: string): Promise<CepAnswer | undefined> {
  return (await all(db)).find((answer) => answer.cep === cep)
}

export function keepCep(db: MirrorDb, answer: CepAnswer): Promise<void> {
  return db.transaction('rw', db.meta, async () => {
    const others = (await all(db)).filter(({ cep }) => cep !== answer.cep)
    await db.meta.put({ name: NAME, value: [answer, ...others].slice(0, KEPT) })
  })
}

/** Drops the addresses of erased clients. Runs inside the caller's transaction over meta. */
export async function dropCeps(db: MirrorDb, ceps: readonly string[]): Promise<void> {
  const answers = await all(db)
  const others = answers.filter(({ cep }) => !ceps.includes(cep))
  if (others.length < answers.length) await db.meta.put({ name: NAME, value: others })
}
