/** The personas with the words that role 1 gave them. The audit records every change. docs/rules.md#assistant */
import type { Transaction } from 'kysely'
import type { z } from 'zod'
import type { PersonaAnswer, personaBodySchema } from '../../src/contract/assistant.ts'
import { needsService, PERSONAS, type Persona } from '../../src/domain/assistant/personas.ts'
import type { SessionUser } from '../../src/domain/session/session-user.ts'
import type { AppContext } from '../context/app-context.ts'
import { notFound } from '../context/refusal.ts'
import type { Database } from '../db/database.ts'
import type { Reader } from '../queries/lead-row.ts'
import { audit } from '../records/audit.ts'
import { requireRevision, revisionOf } from '../records/revision.ts'
import { lockList } from '../records/unique.ts'

type Words = z.output<typeof personaBodySchema>

const isAvailable = ({ integrations }: AppContext, persona: Persona) =>
  !needsService(persona) || integrations.assistant !== null

const edited = (persona: Persona, words: Words | undefined): Persona =>
  words === undefined ? persona : { ...persona, ...words }

async function editedWords(db: Reader): Promise<ReadonlyMap<number, Words>> {
  const rows = await db.selectFrom('chat_personas').selectAll().execute()
  return new Map(
    rows.map(({ id, name, description, prompt }) => [id, { name, description, instructions: prompt }]),
  )
}

export async function readPersonas(
  context: AppContext,
  db: Reader = context.store.db,
): Promise<PersonaAnswer[]> {
  const words = await editedWords(db)
  return PERSONAS.map((persona) => {
    const present = edited(persona, words.get(persona.id))
    return {
      ...present,
      edited: words.has(persona.id),
      available: isAvailable(context, persona),
      revision: revisionOf(wordsOf(present)),
    }
  })
}

/** Throws Refusal `not_found` for an unknown number. */
export async function readPersona(context: AppContext, id: number, db?: Reader): Promise<PersonaAnswer> {
  const persona = (await readPersonas(context, db)).find((each) => each.id === id)
  if (persona === undefined) throw notFound()
  return persona
}

const wordsOf = ({ name, description, instructions }: Words): Words => ({ name, description, instructions })

interface PersonaChange {
  readonly id: number
  readonly user: SessionUser
  /** null: those that Farol brings. */
  readonly words: Words | null
  readonly revision?: string | undefined
}

/** Throws Refusal `conflict` if the persona was changed since it was read. */
export async function changePersona(
  context: AppContext,
  tx: Transaction<Database>,
  { id, user, words, revision }: PersonaChange,
): Promise<PersonaAnswer> {
  // A persona with its first words has no row to be locked.
  await lockList(tx, 'chat_personas')
  const before = wordsOf(await readPersona(context, id, tx))
  requireRevision(revision, revisionOf(before), 'esta persona')
  if (words === null) await tx.deleteFrom('chat_personas').where('id', '=', id).execute()
  else {
    const row = { name: words.name, description: words.description, prompt: words.instructions }
    await tx
      .insertInto('chat_personas')
      .values({ id, ...row })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute()
  }
  const after = await readPersona(context, id, tx)
  await audit(tx, { user, action: 'update', entity: 'chat_personas', id, before, after: wordsOf(after) })
  return after
}
