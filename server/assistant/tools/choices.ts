/** Rows of the catalogues by the names that a question uses. */

import { isStaff } from '../../../src/domain/permissions/roles.ts'
import type { SessionUser } from '../../../src/domain/session/session-user.ts'
import { foldText } from '../../../src/domain/text/fold.ts'
import { readCatalogue } from '../../queries/catalogues.ts'
import type { Reader } from '../../queries/lead-row.ts'
import { ToolRefusal } from './tool.ts'

export interface Choice {
  readonly id: number
  readonly name: string
}

const KINDS = {
  corretor: { kind: 'user', what: 'corretor' },
  indicador: { kind: 'user', what: 'indicador' },
  empresa: { kind: 'partner', what: 'empresa' },
  canal: { kind: 'channel', what: 'canal' },
  seguro: { kind: 'insurance', what: 'seguro' },
  equipe: { kind: 'technical_team', what: 'equipe' },
} as const
export type ChoiceKind = keyof typeof KINDS

const MOST_NAMED = 12

async function rowsOf(db: Reader, user: SessionUser, kind: ChoiceKind): Promise<Choice[]> {
  if (kind === 'equipe') {
    const teams = await readCatalogue(db, user, 'technical_team')
    return teams.map(({ id, description }) => ({ id, name: description }))
  }
  if (kind === 'corretor') {
    const users = await readCatalogue(db, user, 'user')
    return users.filter(({ role_id }) => isStaff(role_id))
  }
  return readCatalogue(db, user, KINDS[kind].kind)
}

function chosen(rows: readonly Choice[], text: string, what: string): Choice {
  const asked = foldText(text)
  const byNumber = rows.find(({ id }) => String(id) === asked)
  if (byNumber !== undefined) return byNumber
  const same = rows.filter(({ name }) => foldText(name) === asked)
  const near = same.length > 0 ? same : rows.filter(({ name }) => foldText(name).includes(asked))
  const [first, ...others] = near
  if (first !== undefined && others.length === 0) return first
  const names = (near.length > 0 ? near : rows).slice(0, MOST_NAMED).map(({ name }) => name)
  const problem = first === undefined ? `Não há ${what} '${text}'` : `Há mais de um ${what} '${text}'`
  throw new ToolRefusal(`${problem}. Escolha entre: ${names.join('; ')}.`)
}

/** Returns the rows that are named, by name, part of a name, or number. Throws ToolRefusal with the choices. */
export async function choicesOf(
  db: Reader,
  user: SessionUser,
  kind: ChoiceKind,
  names: readonly string[] | undefined,
): Promise<Choice[] | undefined> {
  if (names === undefined || names.length === 0) return undefined
  const rows = await rowsOf(db, user, kind)
  return names.map((name) => chosen(rows, name, KINDS[kind].what))
}

export async function choiceOf(
  db: Reader,
  user: SessionUser,
  kind: ChoiceKind,
  name: string | undefined,
): Promise<Choice | undefined> {
  const rows = await choicesOf(db, user, kind, name === undefined ? undefined : [name])
  return rows?.[0]
}
